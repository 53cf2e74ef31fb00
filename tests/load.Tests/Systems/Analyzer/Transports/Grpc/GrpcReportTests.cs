using System.Buffers;
using Analyzer.Protos.V1;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;
using Load.Systems.Analyzer.Corpus;
using Load.Systems.Analyzer.Transports;
using Load.Systems.Analyzer.Transports.Grpc;

namespace Load.Tests.Systems.Analyzer.Transports.Grpc;

/// <summary>Against messages that protobuf's own library writes.</summary>
public sealed class GrpcReportTests
{
    private const string Hex = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

    [Fact]
    public void OfReport_WholeReport_IsWhatTheLibraryReads()
    {
        var report = GrpcReport.OfReport(Pieces(Report().ToByteArray())).Response;

        report.Kind.ShouldBe(AnalyzerResponseKind.Known);
        report.Sha256.ToString().ShouldBe(Hex);
        (report.Size, report.Verdict).ShouldBe((123_456_789_012, ReportVerdict.Malicious));
    }

    [Theory]
    [InlineData(true, "Known")]
    [InlineData(false, "New")]
    public void OfSubmission_Known_IsSaid(bool known, string kind)
    {
        var message = new SubmitFileResponse { Report = Report(), Known = known, Sha256 = Hex };

        var answer = GrpcReport.OfSubmission(Pieces(message.ToByteArray())).Response;

        $"{answer.Kind}".ShouldBe(kind);
        answer.Sha256.ToString().ShouldBe(Hex);
    }

    /// <summary>Cut anywhere: a failure, or a report that lacks what was cut off, and never an exception.</summary>
    [Fact]
    public void OfSubmission_CutShort_IsNoReport()
    {
        var message = new SubmitFileResponse { Report = Report() }.ToByteArray();

        for (var length = 1; length < message.Length; length++)
        {
            GrpcReport.OfSubmission(new(message, 0, length)).Response.Kind.ShouldBe(AnalyzerResponseKind.Failed, $"{length} bytes");
        }
    }

    [Fact]
    public void OfReport_AnyBytes_NeverThrows()
    {
        var random = new Random(1);
        for (var round = 0; round < 5000; round++)
        {
            var bytes = new byte[random.Next(40)];
            random.NextBytes(bytes);
            GrpcReport.OfReport(new(bytes));
            GrpcReport.OfSubmission(new(bytes));
        }
    }

    [Fact]
    public void LookUpOf_Digest_IsTheLibrarysMessage()
    {
        Digest.TryParse(Hex, out var digest).ShouldBeTrue();

        AnalyzeResultRequest.Parser.ParseFrom(GrpcMethods.LookUpOf(digest)).ShouldBe(new AnalyzeResultRequest { Sha256 = Hex });
    }

    private static AnalysisReport Report() => new()
    {
        Sha256 = Hex,
        Size = 123_456_789_012,
        MediaType = "application/pdf",
        Verdict = Verdict.Malicious,
        Score = -5,
        Entropy = 7.5,
        Engine = "5",
        AnalyzedAt = Timestamp.FromDateTimeOffset(DateTimeOffset.UnixEpoch.AddDays(20_000)),
        Findings = { new Finding(), new Finding() },
    };

    /// <summary>In two pieces, as a message may come.</summary>
    private static ReadOnlySequence<byte> Pieces(byte[] message)
    {
        var first = new Piece(message.AsMemory(0, message.Length / 2), 0);
        var last = first.Then(message.AsMemory(message.Length / 2));
        return new(first, 0, last, last.Memory.Length);
    }

    private sealed class Piece : ReadOnlySequenceSegment<byte>
    {
        public Piece(ReadOnlyMemory<byte> memory, long index) => (Memory, RunningIndex) = (memory, index);

        public Piece Then(ReadOnlyMemory<byte> memory)
        {
            var next = new Piece(memory, RunningIndex + Memory.Length);
            Next = next;
            return next;
        }
    }
}
