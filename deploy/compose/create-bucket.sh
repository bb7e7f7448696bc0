# Run at every start by the image of mc: the bucket, and a key of the servers that opens it and nothing else. Twice is as once.
set -e
mc mb --ignore-existing store/stowage
mc admin policy create store stowage-files /bucket-policy.json
mc admin user add store "$FILES_KEY" "$FILES_SECRET"
# Attaching what is attached already is an error.
case "$(mc admin user info store "$FILES_KEY")" in
  *stowage-files*) ;;
  *) mc admin policy attach store stowage-files --user "$FILES_KEY" ;;
esac
