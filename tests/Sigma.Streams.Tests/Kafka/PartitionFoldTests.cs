using Microsoft.Extensions.DependencyInjection;
using Sigma.Engine.Correlations;
using Sigma.Engine.Rules;
using Sigma.Streams.Alerts;
using Sigma.Streams.Flow;
using Sigma.Streams.Judging;
using Sigma.Streams.Kafka;

namespace Sigma.Streams.Tests.Kafka;

/// <summary>What correlations make of a partition of the match log; the log is a list here.</summary>
public sealed class PartitionFoldTests : IAsyncLifetime
{
    private static readonly string Rules =
        SampleRules.A + SampleRules.Count("Three", "10m", "gte: 3") + SampleRules.Count("Few", "2m", "lt: 2");

    private static readonly DateTimeOffset Start = DateTimeOffset.UnixEpoch.AddDays(20_000);

    private readonly TempDirectory _folder = new();
    private readonly CorrelationLimits _limits = new() { Lateness = null, MaxGroups = 10 };
    private readonly List<Alert> _alerts = [];
    private readonly List<Match> _matches = [];
    private CorrelationMemory _memory = null!;
    private SigmaHost _host = null!;
    private long _offset;

    public async ValueTask InitializeAsync()
    {
        _memory = new(_limits);
        await File.WriteAllTextAsync(_folder.Combine("rules.yml"), Rules, TestContext.Current.CancellationToken);
        _host = await SigmaHost.StartAsync(_folder, "--rules", _folder.Combine("rules.yml"));
    }

    public async ValueTask DisposeAsync()
    {
        await _host.DisposeAsync();
        _folder.Dispose();
    }

    [Fact]
    public void Add_SourcePartitionFarBehindAnother_CountsItsMatches()
    {
        var fold = NewFold();

        Add(fold, "three", partition: 1, second: 0);
        Add(fold, "three", partition: 0, second: 300);
        Add(fold, "three", partition: 1, second: 1);

        _alerts.ShouldHaveSingleItem().Title.ShouldBe("Three");
        _memory.Late.ShouldBe(0);
    }

    [Fact]
    public void Add_SourcePartitionThatFellSilent_IsNotWaitedFor()
    {
        var fold = NewFold();

        Add(fold, "three", partition: 1, second: 0, came: 0);
        foreach (var second in new[] { 300, 301, 302, 303 })
        {
            Add(fold, "three", partition: 0, second, came: 1 + ((second - 300) * 11));
        }

        Add(fold, "three", partition: 1, second: 1, came: 35);

        _memory.Late.ShouldBe(1);
        _alerts.ShouldHaveSingleItem().Event.Offset.ShouldBe(2);
    }

    [Fact]
    public void Add_AfterAllInstancesWereAway_CountsWhatWaitedInEveryPartition()
    {
        var fold = NewFold();
        Add(fold, "three", partition: 1, second: 0, came: 0);
        Add(fold, "three", partition: 0, second: 300, came: 5);

        Add(fold, "three", partition: 0, second: 301, came: 600);
        Add(fold, "three", partition: 0, second: 302, came: 601);
        Add(fold, "three", partition: 1, second: 1, came: 602);

        _memory.Late.ShouldBe(0);
        _alerts.ShouldHaveSingleItem().Event.Offset.ShouldBe(2);
    }

    [Fact]
    public void Add_WindowOfLessThanTwo_ClosesWhenTheSlowestPartitionHasPassedIt()
    {
        var fold = NewFold();
        Add(fold, "few", partition: 1, second: 0, user: "ada");
        Add(fold, "few", partition: 0, second: 300, user: "eve");
        _alerts.ShouldBeEmpty();

        Add(fold, "few", partition: 1, second: 300, user: "eve");

        _alerts.ShouldHaveSingleItem().Fields.ShouldHaveSingleItem().Text.ShouldBe("ada");
    }

    /// <summary>Where a window of less begins depends on matches of eight timespans before it.</summary>
    [Fact]
    public void Reach_OfTenMinutesOfMoreAndTwoOfLess_IsThatOfLess() =>
        NewFold().Reach.ShouldBe(TimeSpan.FromMinutes(2 + (8 * 2)) + (2 * TimeSpan.FromSeconds(60)));

    [Theory]
    [InlineData(null, 1)]
    [InlineData(1ul, 0)]
    public void Add_MatchesLoggedForAnotherText_AreLeftOut(ulong? fingerprint, int alerts)
    {
        var fold = NewFold();

        fold.Fold(Logged("three", 0, 0) with { Fingerprint = fingerprint });
        fold.Fold(Logged("three", 0, 1) with { Fingerprint = fingerprint });
        Add(fold, "three", partition: 0, second: 2);

        _alerts.Count.ShouldBe(alerts);
    }

    [Fact]
    public void Add_MoreGroupsThanAllFoldsMayHave_EvictsThoseThatWereIdleLongest()
    {
        PartitionFold[] folds = [NewFold(), NewFold()];

        for (var i = 0; i < 100; i++)
        {
            Add(folds[i % 2], "three", partition: 0, second: 0, user: $"{i}");
        }

        (_memory.Groups, _memory.Evicted).ShouldBe((10, 90));
        folds[0].Clear();
        _memory.Groups.ShouldBe(5);
        folds[1].Clear();
        (_memory.Groups, _memory.Bytes).ShouldBe((0, 0));
    }

    private PartitionFold NewFold() => new(
        _host.Services.GetRequiredService<Judge>(), _host.Services.GetRequiredService<RuleCounts>(), TimeSpan.FromSeconds(60), _limits,
        _memory);

    private void Add(PartitionFold fold, string correlation, uint partition, int second, int came = 0, string user = "ada") =>
        fold.Add(
            Logged(correlation, partition, second, user) with { Came = Start.AddHours(1).AddSeconds(came) }, new("kafka:log", 0, 0),
            _alerts, _matches);

    private LoggedMatch Logged(string correlation, uint partition, int second, string user = "ada")
    {
        var rules = _host.Services.GetRequiredService<Judge>().Rules.Rules;
        SigmaDocument rule = rules.Rules.Single();
        return LoggedMatch.Of(
            rules.Correlations.Single(known => known.Name == correlation),
            new(rule, Start.AddSeconds(second), new("kafka:events", partition, _offset++),
                new Dictionary<string, string> { ["user"] = user }),
            Start);
    }
}
