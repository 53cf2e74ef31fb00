namespace Sigma.Streams.Avro;

/// <summary>The bytes of a record are not what its schema says. The message completes "the record ...".</summary>
internal sealed class AvroDataException(string message) : Exception(message);
