using Load.Measuring;
using Load.Systems.Analyzer.Corpus;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Transports;

namespace Load.Tests.Systems.Analyzer.Operations;

public sealed class AnalyzerClientsTests
{
    private static readonly FileSet Files =
        new("5KB", [PdfFactory.Create(5_000, PdfContent.Plain, 1), PdfFactory.Create(5_000, PdfContent.Launcher, 1)]);

    [Fact]
    public async Task Send_UnknownFiles_EachHasContentOfItsOwn()
    {
        var seen = new HashSet<Digest>();
        using var client = New(Operation.Unknown, new FakeTransport
        {
            Reply = (answer, _, _) =>
            {
                seen.Add(answer.Sha256);
                return Task.FromResult(answer);
            },
        });

        for (var ordinal = 0; ordinal < 10; ordinal++)
        {
            (await AskAsync(client, ordinal)).ShouldBe(RequestAssessment.Ok);
        }

        seen.Count.ShouldBe(10);
    }

    [Theory]
    [InlineData(0, nameof(Outcome.Failed), "503 busy")]
    [InlineData(1, nameof(Outcome.TimedOut), "timed out")]
    [InlineData(2, nameof(Outcome.Wrong), "verdict Unable, right is Clean")]
    [InlineData(3, nameof(Outcome.Wrong), "answered as Known, it was New")]
    [InlineData(4, nameof(Outcome.Ok), null)]
    public async Task Check_Answers_AreToldApart(int which, string outcome, string? fault)
    {
        using var client = New(Operation.Unknown, new FakeTransport
        {
            Reply = (answer, _, _) => Task.FromResult(which switch
            {
                0 => AnalyzerResponse.Failed("503 busy"),
                1 => AnalyzerResponse.TimedOut(),
                2 => answer with { Verdict = ReportVerdict.Unable },
                3 => answer with { Kind = AnalyzerResponseKind.Known },
                _ => answer,
            }),
        });

        var assessment = await AskAsync(client, 0);

        $"{assessment.Outcome}".ShouldBe(outcome);
        (assessment.Fault ?? "").ShouldContain(fault ?? "");
        (assessment.Fault is null).ShouldBe(fault is null);
    }

    private static IClient New(Operation operation, FakeTransport transport)
    {
        var nonces = new NonceCounter();
        return new AnalyzerClients(transport, operation, Files, new ExpectedVerdicts(), () => new FreshFile(1, nonces), () => 1)
            .NewClient(0);
    }

    private static async Task<RequestAssessment> AskAsync(IClient client, long ordinal)
    {
        client.Prepare(ordinal);
        await client.SendAsync(TestContext.Current.CancellationToken).Within();
        return client.Check();
    }
}
