using Analyzer.Service.Features.Results;

namespace Analyzer.Service.Tests.Results;

public sealed class InstantTests
{
    [Theory]
    [InlineData("2026-11-21T06:00:00Z", "2026-11-21T06:00:00.0000000+00:00")]
    [InlineData("2026-11-21t06:00:00z", "2026-11-21T06:00:00.0000000+00:00")]
    [InlineData("2026-11-21T06:00:00.5+01:00", "2026-11-21T06:00:00.5000000+01:00")]
    [InlineData("2026-11-21T06:00:00.123456789-08:30", "2026-11-21T06:00:00.1234567-08:30")]
    [InlineData("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.0000000+00:00")]
    [InlineData("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.9990000+00:00")]
    public void Parse_Rfc3339_IsTheInstant(string text, string instant) => Instant.Parse(text)!.Value.ToString("o").ShouldBe(instant);

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("2026-11-21")]
    [InlineData("2026-11-21T06:00:00")]
    [InlineData("2026-11-21T06:00Z")]
    [InlineData("2026-11-21 06:00:00Z")]
    [InlineData("2026-11-21T06:00:00 01:00")] // a plus that nobody escaped
    [InlineData("2026-02-30T06:00:00Z")]
    [InlineData("2026-11-21T24:00:00Z")]
    [InlineData("2026-11-21T06:00:00+15:00")]
    [InlineData("0001-01-01T00:00:00+01:00")]
    [InlineData("2026-11-21T06:00:00.Z")]
    [InlineData("2026-11-21T06:00:00Z\n")]
    [InlineData("٢٠٢٦-11-21T06:00:00Z")]
    [InlineData("1795240800")]
    public void Parse_AnotherText_IsNone(string? text) => Instant.Parse(text).ShouldBeNull();
}
