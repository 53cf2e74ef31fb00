using System.Buffers;

namespace Journal.Features.Relp;

/// <summary>A frame of RELP.</summary>
/// <param name="Data">Of long data the beginning only.</param>
internal readonly record struct RelpFrame(int Number, string Command, ReadOnlySequence<byte> Data);
