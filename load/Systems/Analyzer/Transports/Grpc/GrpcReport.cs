using System.Buffers;
using Load.Systems.Analyzer.Corpus;
using WireVerdict = Analyzer.Protos.V1.Verdict;

namespace Load.Systems.Analyzer.Transports.Grpc;

/// <summary>
/// Reads the fields of a report that the lab checks, from protobuf's wire format (https://protobuf.dev/programming-guides/encoding), and
/// goes past the others: objects for all findings of each answer would be half of what the generator allocates.
/// </summary>
/// <param name="Response">As far as it is checked.</param>
internal sealed record GrpcReport(AnalyzerResponse Response)
{
    private const int Varint = 0;
    private const int Fixed64 = 1;
    private const int Bytes = 2;
    private const int Fixed32 = 5;

    /// <summary>An <c>AnalysisReport</c>.</summary>
    public static GrpcReport OfReport(ReadOnlySequence<byte> message) => new(
        TryRead(message, out var response) ? response with { Kind = AnalyzerResponseKind.Known } : Broken);

    /// <summary>A <c>SubmitFileResponse</c>: the report, and whether it was known.</summary>
    public static GrpcReport OfSubmission(ReadOnlySequence<byte> message)
    {
        var reader = new SequenceReader<byte>(message);
        var (response, isKnown) = (default(AnalyzerResponse), false);
        while (!reader.End)
        {
            if (!TryReadField(ref reader, out var number, out var type, out var value, out var bytes)
                || ((number, type) == (1, Bytes) && !TryRead(bytes, out response)))
            {
                return new(Broken);
            }

            isKnown |= (number, type) == (2, Varint) && value != 0;
        }

        return new(response with { Kind = isKnown ? AnalyzerResponseKind.Known : AnalyzerResponseKind.New });
    }

    private static AnalyzerResponse Broken => AnalyzerResponse.Failed("the answer is not a report");

    private static bool TryRead(ReadOnlySequence<byte> message, out AnalyzerResponse response)
    {
        var reader = new SequenceReader<byte>(message);
        response = default;
        while (!reader.End)
        {
            if (!TryReadField(ref reader, out var number, out var type, out var value, out var bytes))
            {
                return false;
            }

            response = (number, type) switch
            {
                (1, Bytes) => response with { Sha256 = DigestOf(bytes) },
                (2, Varint) => response with { Size = (long)value },
                (4, Varint) => response with { Verdict = VerdictOf((WireVerdict)(int)value) },
                _ => response,
            };
        }

        return true;
    }

    public static ReportVerdict VerdictOf(WireVerdict verdict) => verdict switch
    {
        WireVerdict.Clean => ReportVerdict.Clean,
        WireVerdict.Suspicious => ReportVerdict.Suspicious,
        WireVerdict.Malicious => ReportVerdict.Malicious,
        WireVerdict.Unable => ReportVerdict.Unable,
        _ => ReportVerdict.None,
    };

    private static Digest DigestOf(ReadOnlySequence<byte> hex)
    {
        Span<byte> digits = stackalloc byte[Digest.HexLength];
        if (hex.Length != digits.Length)
        {
            return default;
        }

        hex.CopyTo(digits);
        return Digest.TryParse(digits, out var digest) ? digest : default;
    }

    private static bool TryReadField(
        ref SequenceReader<byte> reader, out int number, out int type, out ulong value, out ReadOnlySequence<byte> bytes)
    {
        (number, type, value, bytes) = (0, 0, 0, default);
        if (!TryReadVarint(ref reader, out var tag))
        {
            return false;
        }

        (number, type) = ((int)(tag >> 3), (int)(tag & 7));
        switch (type)
        {
            case Varint:
                return TryReadVarint(ref reader, out value);
            case Bytes:
                return TryReadVarint(ref reader, out var length) && length <= int.MaxValue && reader.TryReadExact((int)length, out bytes);
            case Fixed64:
                return reader.TryReadExact(sizeof(ulong), out _);
            case Fixed32:
                return reader.TryReadExact(sizeof(uint), out _);
            default:
                return false;
        }
    }

    private static bool TryReadVarint(ref SequenceReader<byte> reader, out ulong value)
    {
        value = 0;
        for (var shift = 0; shift < 64; shift += 7)
        {
            if (!reader.TryRead(out var piece))
            {
                return false;
            }

            value |= (ulong)(piece & 0x7F) << shift;
            if (piece < 0x80)
            {
                return true;
            }
        }

        return false;
    }
}
