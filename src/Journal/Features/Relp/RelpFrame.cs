using System.Buffers;

namespace Journal.Features.Relp;

/// <summary>A frame of RELP.</summary>
/// <param name="Data">The data; if it is too long, only its beginning.</param>
internal readonly record struct RelpFrame(int Number, string Command, ReadOnlySequence<byte> Data);
