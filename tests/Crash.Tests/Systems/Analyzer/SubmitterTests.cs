using Crash.Faults;
using Crash.Systems.Analyzer;
using Load.Systems.Analyzer.Corpus;

namespace Crash.Tests.Systems.Analyzer;

public sealed class SubmitterTests : IDisposable
{
    private const int Requests = 400;

    private readonly Ledger<SentFile> _ledger = new();
    private readonly FakeService _service;
    private readonly Counters _counters = new();

    public SubmitterTests() => _service = new FakeService(_ledger);

    public void Dispose() => _service.Dispose();

    [Fact]
    public async Task RunAsync_HonestService_AcknowledgesNewAndKnownFiles()
    {
        await RunAsync();

        _counters.Findings.ShouldBeEmpty();
        _counters.Acknowledged.ShouldBeGreaterThan(_ledger.Count);
        _ledger.Acknowledged.Count.ShouldBe(_ledger.Count);
        _service.Stored.Count.ShouldBe(_ledger.Count);
    }

    [Fact]
    public async Task RunAsync_Refusals_AreCountedAndNothingElse()
    {
        _service.AnswerSubmission = (_, _) => new(ResponseKind.Refused, null, "503");

        await RunAsync(requests: 20);

        _counters.Findings.ShouldBeEmpty();
        _counters.Acknowledged.ShouldBe(0);
        _counters.Refused.ShouldBeGreaterThan(5);
        _counters.Refusals.ShouldHaveSingleItem().Key.ShouldBe(new RefusedCall("submission", "fake", "503", IsBusy: false));
    }

    [Fact]
    public async Task RunAsync_StoreForgetsAtOnce_IsLost()
    {
        // Acknowledged, and gone: the next look-up of it tells.
        _service.AnswerSubmission = (id, response) =>
        {
            _service.Stored.TryRemove(id, out _);
            return response;
        };

        await RunAsync();

        _counters.Lost.ShouldBeGreaterThan(0);
    }

    [Fact]
    public async Task RunAsync_AnotherReportForAKnownFile_IsWrong()
    {
        _service.AnswerSubmission = (id, response) => response.Kind == ResponseKind.Known
            ? new(ResponseKind.Known, [.. response.Value![..^1], .. "0}"u8])
            : response;

        await RunAsync();

        _counters.Wrong.ShouldBeGreaterThan(0);
        _counters.Findings.ShouldAllBe(fault => fault.Contains("differs from the acknowledged one"));
    }

    [Fact]
    public async Task RunAsync_KnownFileCalledNew_IsWrong()
    {
        _service.AnswerSubmission = (_, response) => response with { Kind = ResponseKind.New };

        await RunAsync();

        _counters.Wrong.ShouldBeGreaterThan(0);
        _counters.Findings.ShouldAllBe(fault => fault.Contains("is new, for the second time"));
    }

    [Fact]
    public async Task RunAsync_ReportOfAnotherFile_IsWrongAndNotAcknowledged()
    {
        _service.AnswerSubmission = (_, _) => new(ResponseKind.New, FakeService.Report(SentFiles.New().Id, 1, "clean", 1));

        await RunAsync(requests: 20);

        _counters.Wrong.ShouldBeGreaterThan(0);
        _counters.Acknowledged.ShouldBe(0);
        _ledger.Acknowledged.ShouldBeEmpty();
    }

    [Fact]
    public async Task RunAsync_ReportOfWhatNobodySent_IsWrong()
    {
        _service.AnswerLookUp = (_, response) =>
            response.Kind == ResponseKind.NotFound ? new(ResponseKind.Known, [1, 2, 3]) : response;

        await RunAsync();

        _counters.Wrong.ShouldBeGreaterThan(0);
        _counters.Findings.ShouldAllBe(fault => fault.Contains("which was never sent"));
    }

    [Fact]
    public async Task RunAsync_ServerError_IsWrong()
    {
        _service.AnswerSubmission = (_, _) => new(ResponseKind.Wrong, null, "500 Internal Server Error");

        await RunAsync(requests: 20);

        _counters.Wrong.ShouldBeGreaterThan(0);
        _counters.Findings.ShouldAllBe(fault => fault.Contains("500 Internal Server Error"));
    }

    [Fact]
    public async Task RunAsync_NoAnswerFromAServiceThatLives_IsWrong()
    {
        _service.AnswerSubmission = (_, _) => new(ResponseKind.Unanswered, null, "reset");

        await RunAsync(requests: 20);

        _counters.Wrong.ShouldBeGreaterThan(0);
        _counters.CutOff.ShouldBe(0);
    }

    [Fact]
    public async Task RunAsync_NoAnswerFromAServiceThatWasKilled_EndsTheSubmitter()
    {
        _service.AnswerSubmission = (_, _) => new(ResponseKind.Unanswered, null, "reset");

        await RunAsync(isKilled: true);

        _counters.Findings.ShouldBeEmpty();
        _counters.CutOff.ShouldBe(1);
    }

    private async Task RunAsync(int requests = Requests, bool isKilled = false)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        using var fresh = new FreshFile(session: 2, new NonceCounter());
        var answerSubmission = _service.AnswerSubmission;
        _service.AnswerSubmission = (id, response) =>
        {
            if (--requests == 0)
            {
                stop.Cancel();
            }

            return answerSubmission(id, response);
        };
        using var submitter = new Submitter(_service, _ledger, _counters, new FileMix(seed: 1), fresh, seed: 3);
        await new WorkLoop(submitter, _counters, pause: TimeSpan.Zero, refusalPause: TimeSpan.FromMilliseconds(1))
            .RunAsync(() => isKilled, stop.Token).Within();
    }
}
