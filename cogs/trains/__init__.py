"""Step 5: `/train`, with offers to other players."""
