"""Files: records, logs, manifests, and safe reading and writing."""
