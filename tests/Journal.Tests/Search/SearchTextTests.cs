using System.Text;
using System.Text.RegularExpressions;
using Journal.Features.Search;
using Journal.Log.Writing;

namespace Journal.Tests.Search;

public sealed class SearchTextTests
{
    /// <summary>A Thursday.</summary>
    private static readonly DateTimeOffset Now = new(2026, 11, 26, 15, 30, 0, TimeSpan.Zero);

    [Theory]
    [InlineData("last tuesday", "2026-11-24T00:00:00Z")]
    [InlineData("Tuesday", "2026-11-24T00:00:00Z")]
    [InlineData("last thursday", "2026-11-19T00:00:00Z")]
    [InlineData("fri 14:05", "2026-11-20T14:05:00Z")]
    [InlineData("last monday at 9:30", "2026-11-23T09:30:00Z")]
    [InlineData("yesterday", "2026-11-25T00:00:00Z")]
    [InlineData("yesterday 14:00:30", "2026-11-25T14:00:30Z")]
    [InlineData("today", "2026-11-26T00:00:00Z")]
    [InlineData("08:15", "2026-11-26T08:15:00Z")]
    [InlineData("now", "2026-11-26T15:30:00Z")]
    [InlineData("2 hours ago", "2026-11-26T13:30:00Z")]
    [InlineData("-90m", "2026-11-26T14:00:00Z")]
    [InlineData("3 days ago", "2026-11-23T15:30:00Z")]
    [InlineData("1 month ago", "2026-10-26T15:30:00Z")]
    [InlineData("last week", "2026-11-19T00:00:00Z")]
    [InlineData("2026-11-22", "2026-11-22T00:00:00Z")]
    [InlineData("2026-11-22T10:00:00Z", "2026-11-22T10:00:00Z")]
    [InlineData("2026-11-22 10:00", "2026-11-22T10:00:00Z")]
    [InlineData("2026-11-22T10:00:00+02:00", "2026-11-22T08:00:00Z")]
    [InlineData("2026-11-22T10:00", "2026-11-22T10:00:00Z")]
    [InlineData("2026/11/22 9am", "2026-11-22T09:00:00Z")]
    [InlineData("22.11.2026", "2026-11-22T00:00:00Z")]
    [InlineData("Nov 22, 2026 at 2:30 PM", "2026-11-22T14:30:00Z")]
    [InlineData("22 November 12am", "2026-11-22T00:00:00Z")]
    [InlineData("dec 24", "2025-12-24T00:00:00Z")]
    [InlineData("29 feb", "2024-02-29T00:00:00Z")]
    [InlineData("Sun, 22 Nov 2026 10:00:00 GMT", "2026-11-22T10:00:00Z")]
    [InlineData("yesterday noon", "2026-11-25T12:00:00Z")]
    [InlineData("the day before yesterday", "2026-11-24T00:00:00Z")]
    [InlineData("this week", "2026-11-23T00:00:00Z")]
    [InlineData("an hour ago", "2026-11-26T14:30:00Z")]
    [InlineData("1h 30min ago", "2026-11-26T14:00:00Z")]
    [InlineData("now-7d", "2026-11-19T15:30:00Z")]
    [InlineData("now-1M", "2026-10-26T15:30:00Z")]
    [InlineData("now-1d/d", "2026-11-25T00:00:00Z")]
    [InlineData("-24h@h", "2026-11-25T15:00:00Z")]
    [InlineData("-5min", "2026-11-26T15:25:00Z")]
    [InlineData("@1795741800", "2026-11-27T01:10:00Z")]
    [InlineData("yesterday 14:00 Europe/Berlin", "2026-11-25T13:00:00Z")]
    [InlineData("2026-07-01 14:00 Europe/Berlin", "2026-07-01T12:00:00Z")]
    [InlineData("2026-03-29 02:30 Europe/Berlin", "2026-03-29T01:30:00Z")]
    [InlineData("2026-10-25 02:30 Europe/Berlin", "2026-10-25T00:30:00Z")]
    [InlineData("today America/New_York", "2026-11-26T05:00:00Z")]
    [InlineData("10:00 UTC", "2026-11-26T10:00:00Z")]
    [InlineData("Sat Nov 28 15:46:46 2026", "2026-11-28T15:46:46Z")]
    [InlineData("Sat Nov 28 15:46:46 UTC 2026", "2026-11-28T15:46:46Z")]
    [InlineData("Sat Nov 28 03:46:46 PM UTC 2026", "2026-11-28T15:46:46Z")]
    [InlineData("Sat 28 Nov 15:46:46 CET 2026", "2026-11-28T14:46:46Z")]
    [InlineData("Sat 28 Nov 2026 03:46:46 PM CET", "2026-11-28T14:46:46Z")]
    [InlineData("Sat Nov  8 15:46:46 2025", "2025-11-08T15:46:46Z")]
    [InlineData("Sat Nov 28 15:46:46 2026 +0100", "2026-11-28T14:46:46Z")]
    [InlineData("Nov 24 15:46", "2026-11-24T15:46:00Z")]
    [InlineData("Nov 28  2025", "2025-11-28T00:00:00Z")]
    [InlineData("Sat, 28 Nov 2026 15:46:46 +0100 (CET)", "2026-11-28T14:46:46Z")]
    [InlineData("28 Nov 2026 15:46 EST", "2026-11-28T20:46:00Z")]
    [InlineData("28/Nov/2026:15:46:46 -0530", "2026-11-28T21:16:46Z")]
    [InlineData("[28/Nov/2026:15:46:46 +0000]", "2026-11-28T15:46:46Z")]
    [InlineData("28-Nov-2026 15:46:46.123", "2026-11-28T15:46:46.123Z")]
    [InlineData("2026-11-28 15:46:46,123", "2026-11-28T15:46:46.123Z")]
    [InlineData("2026-11-28 15:46:46.123456789 +0000 UTC", "2026-11-28T15:46:46.123456Z")]
    [InlineData("2026-11-28T15:46:46.123456789+01:00", "2026-11-28T14:46:46.123456Z")]
    [InlineData("2026-11-28T16:46:46+01:00[Europe/Berlin]", "2026-11-28T15:46:46Z")]
    [InlineData("2026-11-28 15:46:46.5+00", "2026-11-28T15:46:46.5Z")]
    [InlineData("2026-11-28T15:46Z", "2026-11-28T15:46:00Z")]
    [InlineData("20261128T154646Z", "2026-11-28T15:46:46Z")]
    [InlineData("Sat 2026-11-28 15:46:46 UTC", "2026-11-28T15:46:46Z")]
    [InlineData("Sat Nov 28 2026 15:46:46 GMT+0100 (Central European Standard Time)", "2026-11-28T14:46:46Z")]
    [InlineData("Saturday, November 28, 2026 3:46:46 PM", "2026-11-28T15:46:46Z")]
    [InlineData("2026 Nov 28 15:46:46", "2026-11-28T15:46:46Z")]
    [InlineData("11/28/2026 3:46:46 PM", "2026-11-28T15:46:46Z")]
    [InlineData("28/11/2026 15:46", "2026-11-28T15:46:00Z")]
    [InlineData("28-11-2026", "2026-11-28T00:00:00Z")]
    [InlineData("28.11.2026, 15:46:46", "2026-11-28T15:46:46Z")]
    [InlineData("28. November 2026", "2026-11-28T00:00:00Z")]
    [InlineData("November 28th, 2026", "2026-11-28T00:00:00Z")]
    [InlineData("12/12/2025", "2025-12-12T00:00:00Z")]
    [InlineData("2026-11", "2026-11-01T00:00:00Z")]
    [InlineData("@1795880806123", "2026-11-28T15:46:46.123Z")]
    [InlineData("1h30m", "2026-11-26T14:00:00Z")]
    [InlineData("last 15 minutes", "2026-11-26T15:15:00Z")]
    [InlineData("past 24h", "2026-11-25T15:30:00Z")]
    [InlineData("-1h30min", "2026-11-26T14:00:00Z")]
    public void Parse_WordsForATime_GiveThatTime(string text, string expected) =>
        Clock.Instant(TimeText.Parse(text, Now).Microseconds!.Value).ShouldBe(DateTimeOffset.Parse(expected, null));

    [Theory]
    [InlineData("soon")]
    [InlineData("last")]
    [InlineData("25:00")]
    [InlineData("99999999999 hours ago")]
    [InlineData("900000 years ago")]
    [InlineData("13pm")]
    [InlineData("11/12/2026 14:00")]
    [InlineData("11-12-2026")]
    [InlineData("13/13/2026")]
    [InlineData("11/28/26")]
    [InlineData("Fri Nov 28 15:46:46 2026")]
    [InlineData("10:0012")]
    [InlineData("2026-11-28 15:46:46 IST")]
    [InlineData("1.5")]
    [InlineData("yesterday Europe/Nowhere")]
    [InlineData("3 lightyears ago")]
    [InlineData("")]
    public void Parse_WhatIsNoTime_IsRefused(string text) => Should.Throw<ArgumentException>(() => TimeText.Parse(text, Now));

    [Theory]
    [InlineData("11/12/2026", "2026-11-12 or 2026-12-11")]
    [InlineData("Fri Nov 28 15:46:46 2026", "2026-11-28 is a Saturday")]
    public void Parse_WhatContradictsItself_SaysWhy(string text, string word) =>
        Should.Throw<ArgumentException>(() => TimeText.Parse(text, Now)).Message.ShouldContain(word);

    [Fact]
    public void Parse_ANumber_IsASequence() => TimeText.Parse("1000", Now).Sequence.ShouldBe(1000);

    [Theory]
    [InlineData("web*", "WEB1", true)]
    [InlineData("*eb?", "web1", true)]
    [InlineData("*", "", true)]
    [InlineData("a*b*c", "aXbXbXc", true)]
    [InlineData("a*b", "abc", false)]
    [InlineData("?", "", false)]
    [InlineData("web", "web1", false)]
    public void Matches_PatternsOfNames_AsShellsDo(string pattern, string name, bool expected) =>
        NamePattern.Matches(pattern, name).ShouldBe(expected);

    [Fact]
    public void IsIn_RandomTexts_AgreesWithAPlainSearch()
    {
        var random = new Random(1);
        for (var i = 0; i < 20_000; i++)
        {
            var bytes = Letters(random, random.Next(200));
            var text = Letters(random, random.Next(1, 5));
            var expected = Encoding.Latin1.GetString(bytes).Contains(Encoding.Latin1.GetString(text), StringComparison.OrdinalIgnoreCase);

            new FoldedBytes(text).IsIn(bytes).ShouldBe(expected);
        }
    }

    [Theory]
    [InlineData("id=[0-9]+ zebra", " zebra")]
    [InlineData("abc+d", "abc")]
    [InlineData("abcd?e", "abc")]
    [InlineData("abcd*", "abc")]
    [InlineData("abcd{0,2}xy", "abc")]
    [InlineData(@"a\.b\[c", "a.b[c")]
    [InlineData(@"(abcdef)?xy", "xy")]
    [InlineData(@"\d+port", "port")]
    [InlineData(@"[]abc]def", "def")]
    [InlineData("abc|def", null)]
    [InlineData("(?i)abc", null)]
    [InlineData(@"\x41bc", null)]
    [InlineData(".*", null)]
    public void In_AnExpression_IsWhatEveryMatchHolds(string expression, string? expected)
    {
        RequiredText.In(expression).ShouldBe(expected);
        _ = new Regex(expression);
    }

    private static byte[] Letters(Random random, int count) =>
        [.. Enumerable.Range(0, count).Select(_ => (byte)"abAB@`[{z"[random.Next(9)])];
}
