namespace Sigma.Streams.Unwrapping;

/// <summary>A record of a container.</summary>
/// <param name="Offset">Where it begins in the container, in bytes.</param>
/// <param name="Utf8">Its bytes; those of the container, unless the container has it as text.</param>
internal readonly record struct InnerRecord(int Offset, ReadOnlyMemory<byte> Utf8);
