using Crash.Faults;
using Crash.Systems.Analyzer;
using Crash.Tests.Systems.Analyzer;

namespace Crash.Tests.Faults;

/// <summary>Each way in which a store may break its promise, made by hand: a suite that finds nothing has to be able to find it.</summary>
public sealed class VerificationTests : IDisposable
{
    private readonly Ledger<SentFile> _ledger = new();
    private readonly FakeService _service;
    private readonly Counters _counters = new();
    private readonly CancellationToken _cancellationToken = TestContext.Current.CancellationToken;

    public VerificationTests() => _service = new FakeService(_ledger);

    public void Dispose() => _service.Dispose();

    [Fact]
    public async Task Verify_HonestService_FindsNothingWrong()
    {
        await SubmitAsync(20);
        await _service.SubmitAsync(Sent().File, _cancellationToken); // stored, but nobody was told

        await VerifyAsync();

        _counters.Findings.ShouldBeEmpty();
        _counters.Verified.ShouldBe(20);
    }

    [Fact]
    public async Task Verify_ReportForgotten_IsLost()
    {
        var submissions = await SubmitAsync(20);
        _service.Stored.TryRemove(submissions[7].Id, out _).ShouldBeTrue();

        await VerifyAsync();

        (_counters.Lost, _counters.Duplicated, _counters.Wrong).ShouldBe((1, 0, 0));
        _counters.Findings.ShouldHaveSingleItem().ShouldContain(submissions[7].Id.ToString());
        _counters.Verified.ShouldBe(19);
    }

    [Fact]
    public async Task Verify_ReportFoundButNotListed_IsLost()
    {
        await SubmitAsync(3);
        _service.AnswerListing = reports => reports[1..];

        await VerifyAsync(patience: TimeSpan.FromMilliseconds(1));

        (_counters.Lost, _counters.Duplicated, _counters.Wrong).ShouldBe((1, 0, 0));
    }

    [Fact]
    public async Task Verify_ReportListedTwice_IsDuplicated()
    {
        await SubmitAsync(3);
        _service.AnswerListing = reports => [.. reports, reports[0]];

        await VerifyAsync();

        (_counters.Lost, _counters.Duplicated, _counters.Wrong).ShouldBe((0, 1, 0));
    }

    [Fact]
    public async Task Verify_OneByteChanged_IsWrongInLookUpAndListing()
    {
        var submissions = await SubmitAsync(3);
        var changed = submissions[1].Acknowledged!.ToArray();
        changed[^2]++;
        _service.Stored[submissions[1].Id] = changed;

        await VerifyAsync();

        (_counters.Lost, _counters.Duplicated, _counters.Wrong).ShouldBe((0, 0, 2));
        _counters.Findings.First().ShouldContain($"differs from the acknowledged one from byte {changed.Length - 2} on");
    }

    [Fact]
    public async Task Verify_ReportOfAFileNobodySent_IsWrong()
    {
        await SubmitAsync(3);
        _service.AnswerListing = reports => [.. reports, ("x", FakeService.Report("x", 1, "clean", 1))];

        await VerifyAsync();

        (_counters.Lost, _counters.Duplicated, _counters.Wrong).ShouldBe((0, 0, 1));
        _counters.Findings.Single().ShouldContain("was never sent");
    }

    [Fact]
    public async Task Verify_UnacknowledgedReportWithAnotherVerdict_IsWrong()
    {
        var submission = Sent();
        _service.Stored[submission.Id] = FakeService.Report(submission.Id, submission.File.Size, "malicious", 1);

        await VerifyAsync();

        (_counters.Lost, _counters.Duplicated, _counters.Wrong).ShouldBe((0, 0, 1));
    }

    [Fact]
    public async Task Verify_ServiceRefusesAtFirst_AsksAgain()
    {
        await SubmitAsync(1);
        var refusals = 3;
        _service.AnswerLookUp = (_, response) => refusals-- > 0 ? new(ResponseKind.Refused, null, "503") : response;

        await VerifyAsync();

        _counters.Findings.ShouldBeEmpty();
        _counters.Verified.ShouldBe(1);
    }

    [Theory]
    [InlineData(nameof(ResponseKind.Wrong))]
    [InlineData(nameof(ResponseKind.Unanswered))]
    public async Task Verify_NoRightAnswer_IsWrong(string kind)
    {
        await SubmitAsync(1);
        _service.AnswerLookUp = (_, _) => new(Enum.Parse<ResponseKind>(kind), null, "500");

        await VerifyAsync();

        (_counters.Lost, _counters.Duplicated, _counters.Wrong).ShouldBe((0, 0, 1));
        _counters.Verified.ShouldBe(0);
    }

    private async Task<List<SentFile>> SubmitAsync(int count)
    {
        var submissions = new List<SentFile>();
        while (submissions.Count < count)
        {
            submissions.Add(await _service.SubmitAsync(_ledger));
        }

        return submissions;
    }

    private SentFile Sent() => _ledger.Add(SentFiles.New());

    private async Task VerifyAsync(TimeSpan? patience = null)
    {
        var verification = new Verification(_ledger, _counters, [_service], patience ?? Deadline.Default);
        await verification.LookUpAsync(_ledger.Acknowledged, _cancellationToken).Within();
        await verification.ListAsync(_service, _cancellationToken).Within();
    }
}
