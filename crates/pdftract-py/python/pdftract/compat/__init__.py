"""Modules with the names and shapes of other libraries, for the text side only.

`pdftract.compat.pymupdf` and `pdftract.compat.pdfplumber` replace an import, so that code can be tried with pdftract before
it is rewritten. They return text, words, blocks, characters, tables and search results. They do not edit, draw or write PDF, and
they do not return drawings; what is missing raises `AttributeError`.
"""
