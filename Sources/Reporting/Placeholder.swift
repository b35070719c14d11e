// Replaced by the first file of this module.
