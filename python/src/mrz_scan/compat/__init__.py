"""Doors that look like those of other readers, for programs that were written for one of them."""
