"""The knowledge base as a FAQ: found by words, without a failure at hand."""
