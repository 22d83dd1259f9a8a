"""What lies on disk: records, configurations, manifests, and safe reading and writing of files."""
