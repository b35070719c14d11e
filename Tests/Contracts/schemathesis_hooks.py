"""What schemathesis has to know besides /openapi.json: the bytes that it makes up are sent as they are, whatever kind of
picture they are called."""
import schemathesis

schemathesis.serializer.alias(["application/pdf", "image/jpeg", "image/png"], "application/octet-stream")
