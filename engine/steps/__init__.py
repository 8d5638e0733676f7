"""The steps of a company's turn, and the questions that come between, one module each."""
