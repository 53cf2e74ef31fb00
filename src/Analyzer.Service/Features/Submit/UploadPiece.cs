using System.Buffers;
using Analyzer.Service.Features.Refusals;

namespace Analyzer.Service.Features.Submit;

/// <summary>What a body hands out: some bytes, its end, or the reason why it cannot be read on.</summary>
internal readonly record struct UploadPiece(ReadOnlySequence<byte> Bytes, bool IsEnd, Refusal? Refusal)
{
    public static UploadPiece End { get; } = new(default, true, null);

    public static implicit operator UploadPiece(ReadOnlySequence<byte> bytes) => new(bytes, false, null);

    public static implicit operator UploadPiece(Refusal refusal) => new(default, true, refusal);
}
