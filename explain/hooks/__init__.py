"""Places where a crashing program tells its owner what happened: each a module, imported only where it is used."""
