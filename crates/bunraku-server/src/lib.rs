//! A server that real Puppet agents get catalogs, files and certificates from.
