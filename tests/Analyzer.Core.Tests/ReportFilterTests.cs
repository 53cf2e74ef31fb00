namespace Analyzer.Core.Tests;

public sealed class ReportFilterTests
{
    private static readonly DateTimeOffset Noon = new(2026, 11, 21, 12, 0, 0, TimeSpan.Zero);

    private static ReportFilter[] Filters =>
    [
        new() { Verdict = Verdict.Malicious },
        new() { Type = Type("application/pdf") },
        new() { Type = Type("application/*") },
        new() { MinScore = 100 },
        new() { MaxScore = 100 },
        new() { From = Noon },
        new() { To = Noon },
        new() { Sha256 = Prefix("ab") },
        new() { Verdict = Verdict.Malicious, MinScore = 100 },
    ];

    [Fact]
    public void Fingerprint_NoCondition_IsZero() => new ReportFilter().Fingerprint.ShouldBe(0u);

    [Fact]
    public void Fingerprint_OtherConditions_IsAnotherNumber() =>
        Filters.Select(filter => filter.Fingerprint).Append(0u).ShouldBeUnique();

    /// <summary>A client may ask another service, or a newer version, for the next page.</summary>
    [Fact]
    public void Fingerprint_OnEveryMachine_IsTheSameNumber() =>
        new ReportFilter { Verdict = Verdict.Malicious, MinScore = 100, From = Noon }.Fingerprint.ShouldBe(403643779u);

    [Fact]
    public void Fingerprint_TheSameInstantInAnotherZone_IsTheSameNumber() =>
        new ReportFilter { From = Noon.ToOffset(TimeSpan.FromHours(5)) }.Fingerprint
            .ShouldBe(new ReportFilter { From = Noon }.Fingerprint);

    [Theory]
    [InlineData(0, 0)]
    [InlineData(1, 1)]
    [InlineData(9_999, 1)]
    [InlineData(10_000, 1)]
    [InlineData(10_001, 2)]
    public void FromMilliseconds_FinerThanReports_IsTheNextMillisecond(long ticks, long milliseconds) =>
        new ReportFilter { From = Noon.AddTicks(ticks) }.FromMilliseconds.ShouldBe(Noon.ToUnixTimeMilliseconds() + milliseconds);

    private static MediaTypePattern Type(string text) => MediaTypePattern.TryParse(text, out var type) ? type : throw new FormatException();

    private static FileIdPrefix Prefix(string text) => FileIdPrefix.TryParse(text, out var prefix) ? prefix : throw new FormatException();
}
