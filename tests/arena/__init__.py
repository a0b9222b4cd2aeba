"""Documents that any checker of results and proofs accepts, and forgeries that it refuses."""
