using System.Text;

namespace Sigma.Engine.Tests;

/// <summary>Each decision of the table in the engine's README, with an example.</summary>
public sealed class DeviationTests
{
    public static TheoryData<string, string, string, bool> Decisions => new()
    {
        {
            "An operator of a condition may be written in any case.",
            "s:\n  a: 1\nt:\n  b: 2\ncondition: s AND NOT t",
            "{\"a\":1}",
            true
        },
        {
            "`2 of x*` is accepted.",
            "x1:\n  a: 1\nx2:\n  b: 1\nx3:\n  c: 1\ncondition: 2 of x*",
            "{\"a\":1,\"c\":1}",
            true
        },
        {
            "`neq` is `not`: it is true where the field is absent.",
            "s:\n  a|neq: 1\ncondition: s",
            "{\"b\":1}",
            true
        },
        {
            "`neq` over a list is none of them.",
            "s:\n  a|neq: [1, 2]\ncondition: s",
            "{\"a\":2}",
            false
        },
        {
            "Any element of an array may comply.",
            "s:\n  a: 2\ncondition: s",
            "{\"a\":[1,[2]]}",
            true
        },
        {
            "An array of objects spreads its members.",
            "s:\n  a.b: 2\ncondition: s",
            "{\"a\":[{\"b\":1},{\"b\":2}]}",
            true
        },
        {
            "A name with dots at the top comes before the path.",
            "s:\n  a.b: 2\ncondition: s",
            "{\"a.b\":1,\"a\":{\"b\":2}}",
            false
        },
        {
            "Where that name is null, the path counts.",
            "s:\n  a.b: 2\ncondition: s",
            "{\"a.b\":null,\"a\":{\"b\":2}}",
            true
        },
        {
            "The last of equal names in an object counts.",
            "s:\n  a: 1\ncondition: s",
            "{\"a\":1,\"a\":2}",
            false
        },
        {
            "Keywords look at every value that is written, that of an overwritten name too.",
            "s:\n  - one\ncondition: s",
            "{\"a\":\"one\",\"a\":\"two\"}",
            true
        },
        {
            "A keyword is a part of any scalar, numbers too, and of no name.",
            "s:\n  - 234\ncondition: s",
            "{\"b\":{\"c\":[12345]}}",
            true
        },
        {
            "A keyword does not look at names.",
            "s:\n  - abc\ncondition: s",
            "{\"abc\":1}",
            false
        },
        {
            "A number of a rule equals a number by value.",
            "s:\n  a: 1\ncondition: s",
            "{\"a\":1.0e0}",
            true
        },
        {
            "A number of a rule equals text as it is written.",
            "s:\n  a: 1\ncondition: s",
            "{\"a\":\"1.0\"}",
            false
        },
        {
            "Text of a rule equals a number as it is written.",
            "s:\n  a: '1'\ncondition: s",
            "{\"a\":1.0}",
            false
        },
        {
            "Numbers are exact, however many digits they have.",
            "s:\n  a: 12345678901234567890\ncondition: s",
            "{\"a\":12345678901234567891}",
            false
        },
        {
            "Text that is a number compares as one.",
            "s:\n  a|gt: 5\ncondition: s",
            "{\"a\":\"6\"}",
            true
        },
        {
            "`yes`, `0x17` and `007` without quotes are text.",
            "s:\n  a: 0x17\ncondition: s",
            "{\"a\":\"0x17\"}",
            true
        },
        {
            "true and false have their text.",
            "s:\n  a: 'TRUE'\ncondition: s",
            "{\"a\":true}",
            true
        },
        {
            "null may stand in a list.",
            "s:\n  a: [null, 1]\ncondition: s",
            "{\"b\":1}",
            true
        },
        {
            "An empty array has no value.",
            "s:\n  a: null\ncondition: s",
            "{\"a\":[]}",
            true
        },
        {
            "`exists` asks for the name alone: null is there.",
            "s:\n  a|exists: true\ncondition: s",
            "{\"a\":null}",
            true
        },
        {
            "An empty array is there, too.",
            "s:\n  a|exists: false\ncondition: s",
            "{\"a\":[]}",
            false
        },
        {
            "An object is present, and has no text.",
            "s:\n  a|exists: true\n  b: null\ncondition: s",
            "{\"a\":{\"c\":1}}",
            true
        },
        {
            "`windash` takes the five dashes for each other, one of a rule's own too.",
            "s:\n  a|contains|windash: ' \u2013enc'\ncondition: s",
            "{\"a\":\"x /enc\"}",
            true
        },
        {
            "`windash` leaves a dash inside a word.",
            "s:\n  a|contains|windash: 'a-b'\ncondition: s",
            "{\"a\":\"a/b\"}",
            false
        },
        {
            "`utf16le` and `wide` are one.",
            "s:\n  a|utf16le|base64offset|contains: 'cmd'\ncondition: s",
            "{\"a\":\"YwBtAGQA\"}",
            true
        },
        {
            "`re` searches: without anchors it may match anywhere.",
            "s:\n  a|re: 'b+'\ncondition: s",
            "{\"a\":\"abbc\"}",
            true
        },
        {
            "A dot of `re` is a unit of UTF-16, and no line feed.",
            "s:\n  a|re: '^..$'\ncondition: s",
            "{\"a\":\"\ud83d\ude00\"}",
            true
        },
        {
            "`?` is one character, however many units it has.",
            "s:\n  a: '?'\ncondition: s",
            "{\"a\":\"\ud83d\ude00\"}",
            true
        },
        {
            "Case is folded character by character: the sign of kelvin is no k.",
            "s:\n  a: k\ncondition: s",
            "{\"a\":\"\u212a\"}",
            false
        },
        {
            "Case is folded beyond ASCII.",
            "s:\n  a: '\u00e9\u03c2\ud801\udc28'\ncondition: s",
            "{\"a\":\"\u00c9\u03a3\ud801\udc00\"}",
            true
        },
        {
            "An address of IPv4 in IPv6 belongs to networks of IPv4.",
            "s:\n  a|cidr: 10.0.0.0/8\ncondition: s",
            "{\"a\":\"::ffff:10.1.2.3\"}",
            true
        },
        {
            "A scope is no part of an address.",
            "s:\n  a|cidr: fe80::/10\ncondition: s",
            "{\"a\":\"fe80::1%eth0\"}",
            true
        },
        {
            "A number with leading zeros is no part of an address.",
            "s:\n  a|cidr: 10.0.0.0/8\ncondition: s",
            "{\"a\":\"10.0.0.01\"}",
            false
        },
        {
            "`fieldref` may be followed by `contains`, `startswith` or `endswith`.",
            "s:\n  a|fieldref|endswith: b\ncondition: s",
            "{\"a\":\"xy\",\"b\":\"Y\"}",
            true
        },
        {
            "`fieldref` is false where either field is absent.",
            "s:\n  a|fieldref: b\ncondition: s",
            "{\"c\":1}",
            false
        },
        {
            "Parts of a time are those that are written, in whatever zone.",
            "s:\n  a|hour|gte: 22\ncondition: s",
            "{\"a\":\"2026-11-22T23:00:00+05:00\"}",
            true
        },
        {
            "A week is that of ISO 8601.",
            "s:\n  a|week: 53\ncondition: s",
            "{\"a\":\"2021-01-03\"}",
            true
        },
        {
            "A name pattern with an underscore of its own covers hidden searches.",
            "_h:\n  a: 1\ncondition: 1 of _*",
            "{\"a\":1}",
            true
        },
        {
            "`them` leaves hidden searches out.",
            "_h:\n  a: 1\nb:\n  c: 1\ncondition: 1 of them",
            "{\"a\":1}",
            false
        },
    };

    [Theory]
    [MemberData(nameof(Decisions))]
    public void Decision_InTheTable_Holds(string decision, string detection, string record, bool fires) =>
        Loaded.Fires(detection, record).ShouldBe(fires, decision);

    [Fact]
    public void Table_OfTheReadme_HasTheSameRows()
    {
        var readme = File.ReadAllLines(Path.Combine(SharedData.RepositoryRoot, "src", "Sigma.Engine", "README.md"), Encoding.UTF8);

        var rows = readme.Where(line => line.StartsWith("| ", StringComparison.Ordinal) && line.EndsWith("yes |", StringComparison.Ordinal)
            || line.EndsWith(" no |", StringComparison.Ordinal)).ToList();

        rows.ShouldBe(Decisions.Select(row => row.Data).Select(row =>
            $"| {row.Item1} | `{string.Join(' ', row.Item2.Split('\n', StringSplitOptions.TrimEntries))}` | `{row.Item3}` "
            + $"| {(row.Item4 ? "yes" : "no")} |"));
    }
}
