"""What the panel shows in each step and for each question, and what its buttons do."""
