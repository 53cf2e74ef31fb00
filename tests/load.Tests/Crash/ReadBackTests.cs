using System.Text;
using Load.Crash;
using Load.Crash.Edges;

namespace Load.Tests.Crash;

/// <summary>A suite that finds nothing is worth what it can find: each way in which a store may break its promise, made by hand.</summary>
public sealed class ReadBackTests : IDisposable
{
    private readonly FakeService _service = new();
    private readonly Ledger _ledger = new();
    private readonly Tally _tally = new();
    private readonly CancellationToken _cancellationToken = TestContext.Current.CancellationToken;

    public void Dispose() => _service.Dispose();

    [Fact]
    public async Task ReadBack_HonestService_FindsNothingWrong()
    {
        await SubmitAsync(20);
        await _service.SubmitAsync(Sent().Upload, _cancellationToken); // stored, but nobody was told

        await ReadBackAsync();

        _tally.Faults.ShouldBeEmpty();
        _tally.ReadBack.ShouldBe(20);
    }

    [Fact]
    public async Task ReadBack_ReportForgotten_IsLost()
    {
        var submissions = await SubmitAsync(20);
        _service.Stored.TryRemove(submissions[7].Id, out _).ShouldBeTrue();

        await ReadBackAsync();

        (_tally.Lost, _tally.Duplicated, _tally.Wrong).ShouldBe((1, 0, 0));
        _tally.Faults.ShouldHaveSingleItem().ShouldContain(submissions[7].Id.ToString());
        _tally.ReadBack.ShouldBe(19);
    }

    [Fact]
    public async Task ReadBack_ReportFoundButNotListed_IsLost()
    {
        await SubmitAsync(3);
        _service.AnswerListing = reports => reports[1..];

        await ReadBackAsync(patience: TimeSpan.FromMilliseconds(1));

        (_tally.Lost, _tally.Duplicated, _tally.Wrong).ShouldBe((1, 0, 0));
    }

    [Fact]
    public async Task ReadBack_ReportListedTwice_IsDuplicated()
    {
        await SubmitAsync(3);
        _service.AnswerListing = reports => [.. reports, reports[0]];

        await ReadBackAsync();

        (_tally.Lost, _tally.Duplicated, _tally.Wrong).ShouldBe((0, 1, 0));
    }

    [Fact]
    public async Task ReadBack_OneByteChanged_IsWrongInLookUpAndListing()
    {
        var submissions = await SubmitAsync(3);
        var changed = submissions[1].Acknowledged!.ToArray();
        changed[^2]++;
        _service.Stored[submissions[1].Id] = changed;

        await ReadBackAsync();

        (_tally.Lost, _tally.Duplicated, _tally.Wrong).ShouldBe((0, 0, 2));
        _tally.Faults.First().ShouldContain($"differs from the acknowledged one from byte {changed.Length - 2} on");
    }

    [Fact]
    public async Task ReadBack_ReportOfAFileNobodySent_IsWrong()
    {
        await SubmitAsync(3);
        _service.AnswerListing = reports => [.. reports, FakeService.Report(Uploads.New(), 1)];

        await ReadBackAsync();

        (_tally.Lost, _tally.Duplicated, _tally.Wrong).ShouldBe((0, 0, 1));
        _tally.Faults.Single().ShouldContain("nobody sent it");
    }

    [Fact]
    public async Task ReadBack_UnacknowledgedReportWithAnotherVerdict_IsWrong()
    {
        var submission = Sent();
        var report = Encoding.UTF8.GetString(FakeService.Report(submission.Upload, 1)).Replace("clean", "malicious", StringComparison.Ordinal);
        _service.Stored[submission.Id] = Encoding.UTF8.GetBytes(report);

        await ReadBackAsync();

        (_tally.Lost, _tally.Duplicated, _tally.Wrong).ShouldBe((0, 0, 1));
    }

    [Fact]
    public async Task ReadBack_ServiceRefusesAtFirst_AsksAgain()
    {
        await SubmitAsync(1);
        var refusals = 3;
        _service.AnswerLookUp = (_, response) => refusals-- > 0 ? new(ResponseKind.Refused, null, "503") : response;

        await ReadBackAsync();

        _tally.Faults.ShouldBeEmpty();
        _tally.ReadBack.ShouldBe(1);
    }

    [Theory]
    [InlineData(nameof(ResponseKind.Wrong))]
    [InlineData(nameof(ResponseKind.Unanswered))]
    public async Task ReadBack_NoRightAnswer_IsWrong(string kind)
    {
        await SubmitAsync(1);
        _service.AnswerLookUp = (_, _) => new(Enum.Parse<ResponseKind>(kind), null, "500");

        await ReadBackAsync();

        (_tally.Lost, _tally.Duplicated, _tally.Wrong).ShouldBe((0, 0, 1));
        _tally.ReadBack.ShouldBe(0);
    }

    private async Task<List<Submission>> SubmitAsync(int count)
    {
        var submissions = new List<Submission>();
        while (submissions.Count < count)
        {
            submissions.Add(await _service.SubmitAsync(_ledger));
        }

        return submissions;
    }

    private Submission Sent() => _ledger.Add(Uploads.New());

    private async Task ReadBackAsync(TimeSpan? patience = null)
    {
        var readBack = new ReadBack(_ledger, _tally, [_service], patience ?? Deadline.Default);
        await readBack.LookUpAsync(_ledger.Acknowledged, _cancellationToken).Within();
        await readBack.ListAsync(_service, _cancellationToken).Within();
    }
}
