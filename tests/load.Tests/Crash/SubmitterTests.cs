using Load.Corpus;
using Load.Crash;
using Load.Crash.Edges;

namespace Load.Tests.Crash;

public sealed class SubmitterTests : IDisposable
{
    private const int Requests = 400;

    private readonly FakeService _service = new();
    private readonly Ledger _ledger = new();
    private readonly Tally _tally = new();

    public void Dispose() => _service.Dispose();

    [Fact]
    public async Task RunAsync_HonestService_AcknowledgesNewAndKnownFiles()
    {
        await RunAsync();

        _tally.Faults.ShouldBeEmpty();
        _tally.Acknowledged.ShouldBeGreaterThan(_ledger.Count);
        _ledger.Acknowledged.Count.ShouldBe(_ledger.Count);
        _service.Stored.Count.ShouldBe(_ledger.Count);
    }

    [Fact]
    public async Task RunAsync_Refusals_AreCountedAndNothingElse()
    {
        _service.AnswerSubmission = (_, _) => new(ResponseKind.Refused, null, "503");

        await RunAsync(requests: 20);

        _tally.Faults.ShouldBeEmpty();
        _tally.Acknowledged.ShouldBe(0);
        _tally.Refused.ShouldBeGreaterThan(5);
    }

    [Fact]
    public async Task RunAsync_StoreForgetsAtOnce_IsLost()
    {
        // Acknowledged, and gone: the next look-up of it tells.
        _service.AnswerSubmission = (upload, response) =>
        {
            _service.Stored.TryRemove(upload.Sha256, out _);
            return response;
        };

        await RunAsync();

        _tally.Lost.ShouldBeGreaterThan(0);
    }

    [Fact]
    public async Task RunAsync_AnotherReportForAKnownFile_IsWrong()
    {
        _service.AnswerSubmission = (upload, response) => response.Kind == ResponseKind.Known ? new(ResponseKind.Known, FakeService.Report(upload, -1)) : response;

        await RunAsync();

        _tally.Wrong.ShouldBeGreaterThan(0);
        _tally.Faults.ShouldAllBe(fault => fault.Contains("differs from the acknowledged one"));
    }

    [Fact]
    public async Task RunAsync_KnownFileCalledNew_IsWrong()
    {
        _service.AnswerSubmission = (_, response) => response with { Kind = ResponseKind.New };

        await RunAsync();

        _tally.Wrong.ShouldBeGreaterThan(0);
        _tally.Faults.ShouldAllBe(fault => fault.Contains("is new, for the second time"));
    }

    [Fact]
    public async Task RunAsync_ReportOfAnotherFile_IsWrongAndNotAcknowledged()
    {
        _service.AnswerSubmission = (_, _) => new(ResponseKind.New, FakeService.Report(Uploads.New(), 1));

        await RunAsync(requests: 20);

        _tally.Wrong.ShouldBeGreaterThan(0);
        _tally.Acknowledged.ShouldBe(0);
        _ledger.Acknowledged.ShouldBeEmpty();
    }

    [Fact]
    public async Task RunAsync_ReportOfWhatNobodySent_IsWrong()
    {
        _service.AnswerLookUp = (_, response) => response.Kind == ResponseKind.NotFound ? new(ResponseKind.Known, [1, 2, 3]) : response;

        await RunAsync();

        _tally.Wrong.ShouldBeGreaterThan(0);
        _tally.Faults.ShouldAllBe(fault => fault.Contains("which nobody sent"));
    }

    [Fact]
    public async Task RunAsync_ServerError_IsWrong()
    {
        _service.AnswerSubmission = (_, _) => new(ResponseKind.Wrong, null, "500 Internal Server Error");

        await RunAsync(requests: 20);

        _tally.Wrong.ShouldBeGreaterThan(0);
        _tally.Faults.ShouldAllBe(fault => fault.Contains("500 Internal Server Error"));
    }

    [Fact]
    public async Task RunAsync_NoAnswerFromAServiceThatLives_IsWrong()
    {
        _service.AnswerSubmission = (_, _) => new(ResponseKind.Unanswered, null, "reset");

        await RunAsync(requests: 20);

        _tally.Wrong.ShouldBeGreaterThan(0);
        _tally.CutOff.ShouldBe(0);
    }

    [Fact]
    public async Task RunAsync_NoAnswerFromAServiceThatWasKilled_EndsTheSubmitter()
    {
        _service.AnswerSubmission = (_, _) => new(ResponseKind.Unanswered, null, "reset");

        await RunAsync(isKilled: true);

        _tally.Faults.ShouldBeEmpty();
        _tally.CutOff.ShouldBe(1);
    }

    private async Task RunAsync(int requests = Requests, bool isKilled = false)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        using var fresh = new FreshFile(session: 2, new NonceCounter());
        var answerSubmission = _service.AnswerSubmission;
        _service.AnswerSubmission = (upload, response) =>
        {
            if (--requests == 0)
            {
                stop.Cancel();
            }

            return answerSubmission(upload, response);
        };
        await new Submitter(_service, _ledger, _tally, new FileMix(seed: 1), fresh, seed: 3).RunAsync(() => isKilled, stop.Token).Within();
    }
}
