"""Step 3: `/run`, with the offer of the best runs."""
