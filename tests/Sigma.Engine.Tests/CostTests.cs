using System.Text;
using System.Text.RegularExpressions;
using Sigma.Engine.Correlations;
using Sigma.Engine.Detections;
using Sigma.Engine.Evaluation;
using Sigma.Engine.Mapping;
using Sigma.Engine.Matching;
using Sigma.Engine.Matching.Literals;

namespace Sigma.Engine.Tests;

/// <summary>What a record may cost, counted and not timed.</summary>
public sealed class CostTests
{
    /// <summary>Its letters can be shared out in more ways than anybody can try.</summary>
    private static readonly string Slow = new('a', 64);

    private const string Text = "Alpha-Beta-Gamma";
    private static readonly string[] Relations = ["", "|contains", "|startswith", "|endswith"];

    [Fact]
    public void Evaluate_ARecordThatMatchesNothing_AllocatesNothing()
    {
        var rules = Loaded.Rules([.. Enumerable.Range(0, 20).Select(i => Loaded.Rule(
            $"s:\n  a|contains: 'piece{i}'\n  b|endswith: 'end{i}'\nt:\n  c: {i + 100}\nu:\n  d|re: 'x{i}[0-9]+'\n"
            + $"v:\n  e|cidr: 10.{i}.0.0/16\nw:\n  f|gt: 100\ncondition: s or t or u or v or w", $"{i}"))]);
        var matcher = new RecordMatcher(CompiledRules.Compile(rules, MappingReader.Load("windows"), routes: true, []));
        ReadOnlyMemory<byte> record = Encoding.UTF8.GetBytes(
            """{"a":"C:\\Windows\\é","b":"END","c":[1,2.5,"x"],"d":"x19 x","e":"192.0.2.1","f":99,"Channel":"Security","EventID":4624}""");

        var others = 0;

        var allocated = Allocation.Of(
            () => others += ReferenceEquals(matcher.Evaluate(record), RecordVerdict.NoMatch) ? 0 : 1, calls: 2_000);

        others.ShouldBe(0);
        allocated.ShouldBe(0);
    }

    [Theory]
    [InlineData("event_count", "")]
    [InlineData("value_sum", "field: v, ")]
    public void Add_AMatchOfAKnownGroup_AllocatesNothing(string type, string field)
    {
        const int Calls = 2_000;
        var rules = Loaded.Rules(Loaded.RulesAAndB + $"title: C\ncorrelation: {{ type: {type}, rules: a, group-by: user, "
            + $"timespan: 1m, condition: {{ {field}gte: 1000 }} }}");
        var correlator = new Correlator(rules, new());
        var fields = new Dictionary<string, string> { ["user"] = "ada", ["v"] = "1" };
        var matches = new Queue<CorrelationInput>(Enumerable.Range(0, 10 * Calls).Select(i => new CorrelationInput(
            rules.Rules[0], DateTimeOffset.UnixEpoch.AddDays(20_000).AddSeconds(10 * i), "event", fields)));
        var alerts = new List<CorrelationAlert>();

        Allocation.Of(() => correlator.Add(matches.Dequeue(), alerts), Calls).ShouldBe(0);

        (correlator.Memory.Groups, alerts.Count).ShouldBe((1, 0));
    }

    [Fact]
    public void Find_AValueMadeToBeSlow_TakesTheLinearWay()
    {
        // Two letters make sixteen pieces only: every place of the value could be in hundreds of the literals.
        const int Length = 1 << 14;
        var random = new Random(1);
        var literals = Enumerable.Range(0, 10_000)
            .Select(i => (Encoding.ASCII.GetBytes($"{i:b14}".Replace('0', 'a').Replace('1', 'b')), i)).ToList();
        var index = new ContainsIndex(literals);
        var hits = new Hits();
        var value = new byte[Length + 8];
        value.AsSpan(0, Length).Fill((byte)'a');
        foreach (var at in Enumerable.Range(0, Length).Where(_ => random.Next(2) == 0))
        {
            value[at] = (byte)'b';
        }

        var free = ContainsIndex.FreeSteps;
        index.Find(value, Length, ref free, hits);

        index.IsLinear.ShouldBeTrue();
        hits.Found.ShouldBe(literals.Where(literal => value.AsSpan(0, Length).IndexOf(literal.Item1) >= 0).Select(literal => literal.i));
    }

    [Fact]
    public void Find_LiteralsAndValuesOfFewLetters_AreFoundAtEveryPlace()
    {
        var random = new Random(2);
        for (var round = 0; round < 2_000; round++)
        {
            var literals = Enumerable.Range(0, 1 + random.Next(12)).Select(_ => Letters(1 + random.Next(7)))
                .DistinctBy(Encoding.ASCII.GetString).Select((text, literal) => (text, literal)).ToList();
            var value = Letters(random.Next(40));
            var hits = new Hits();

            var free = ContainsIndex.FreeSteps;
            new ContainsIndex(literals).Find([.. value, .. Letters(8)], value.Length, ref free, hits);

            hits.Found.ShouldBe(literals.Where(literal => value.AsSpan().IndexOf(literal.text) >= 0).Select(literal => literal.literal));
        }

        byte[] Letters(int length) => [.. Enumerable.Range(0, length).Select(_ => (byte)"abc"[random.Next(3)])];
    }

    [Fact]
    public void Find_NestedLiterals_AreAllFound()
    {
        string[] texts = ["a", "aa", "aaa", "aaaa", "aaaaa", "baaaa", "aab", "ab", "b"];
        var literals = texts.Select((text, index) => (Encoding.ASCII.GetBytes(text), index)).ToList();
        var value = "xaaaab\0\0\0\0\0\0\0\0"u8;
        var (grams, automaton, prefixes, suffixes) = (new Hits(), new Hits(), new Hits(), new Hits());

        var free = ContainsIndex.FreeSteps;
        new ContainsIndex(literals).Find(value, 6, ref free, grams);
        new AhoCorasick(literals).Find(value[..6], automaton);
        new AffixIndex(literals, isSuffix: false).Find("aaaab"u8, prefixes);
        new AffixIndex(literals, isSuffix: true).Find("xaaab"u8, suffixes);

        grams.Texts(texts).ShouldBe(["a", "aa", "aaa", "aaaa", "aab", "ab", "b"], ignoreOrder: true);
        automaton.Texts(texts).ShouldBe(["a", "aa", "aaa", "aaaa", "aab", "ab", "b"], ignoreOrder: true);
        prefixes.Texts(texts).ShouldBe(["a", "aa", "aaa", "aaaa"], ignoreOrder: true);
        suffixes.Texts(texts).ShouldBe(["b", "ab", "aab"], ignoreOrder: true);
    }

    [Fact]
    public void Evaluate_HugeArraysAndManyEqualNames_AreJudgedRightly()
    {
        var rules = Loaded.Rules(Loaded.Rule("s:\n  a: last\nt:\n  b: 99999\ncondition: s and t"));
        var members = string.Concat(Enumerable.Range(0, 50_000).Select(i => $"\"a\":\"{i}\","));
        var elements = string.Join(',', Enumerable.Range(0, 100_000));
        var matcher = new RecordMatcher(CompiledRules.Compile(rules, EventMapping.None, routes: true, []));

        matcher.Evaluate(Encoding.UTF8.GetBytes($"{{{members}\"a\":\"last\"}}")).Matches.ShouldBeEmpty();
        matcher.Evaluate(Encoding.UTF8.GetBytes($"{{\"b\":[{elements}],\"a\":\"first\",\"a\":\"last\"}}")).Matches.ShouldHaveSingleItem();
    }

    [Fact]
    public void Evaluate_ExpressionThatTakesTooLong_DoesNotMatchAndIsCounted()
    {
        var rules = Loaded.Rules(Loaded.Rule("s:\n  a|re: '(a+)+(?!b)c'\ncondition: s"));
        var matcher = new RecordMatcher(CompiledRules.Compile(rules, EventMapping.None, routes: true, []));

        matcher.Evaluate(Encoding.UTF8.GetBytes($"{{\"a\":\"{Slow}\"}}")).Matches.ShouldBeEmpty();
        matcher.Evaluate("""{"a":"aaac"}"""u8.ToArray()).Matches.ShouldHaveSingleItem();

        matcher.RegexTimeOuts.ShouldBe(1);
    }

    /// <summary>A broker takes a thread that is away for minutes for dead, and gives the record to the next.</summary>
    [Fact]
    public void Evaluate_ManyValuesThatTakeTooLong_CostTheTimeOfOne()
    {
        const string Expression = "s:\n  a|re: '(a+)+(?!b)c'\ncondition: s";
        var rules = Loaded.Rules(Loaded.Rule(Expression, "One"), Loaded.Rule(Expression, "Two"));
        var matcher = new RecordMatcher(CompiledRules.Compile(rules, EventMapping.None, routes: true, []));
        var slow = string.Join(',', Enumerable.Repeat($"\"{Slow}\"", 20));

        matcher.Evaluate(Encoding.UTF8.GetBytes($"{{\"a\":[{slow},\"aac\"]}}")).Matches.ShouldBeEmpty();
        matcher.RegexTimeOuts.ShouldBe(1);
        matcher.Evaluate(Encoding.UTF8.GetBytes($"{{\"a\":[\"aac\",{slow}]}}")).Matches.Count.ShouldBe(2);
        matcher.RegexTimeOuts.ShouldBe(1);
        Loaded.Evaluate(rules, $"{{\"a\":[\"{Slow}\",\"aac\"]}}").Matches.ShouldBeEmpty();
    }

    [Fact]
    public void Captures_ExpressionThatTakesTooLong_AreNone()
    {
        var pattern = new RulePattern("(?<name>(a+)+)(?!b)c", RegexOptions.None);

        pattern.Captures(Slow, out var timedOut).ShouldBeEmpty();

        timedOut.ShouldBeTrue();
        pattern.Captures("aac", out timedOut).ShouldHaveSingleItem().ShouldBe(KeyValuePair.Create("name", "aa"));
        timedOut.ShouldBeFalse();
    }

    [Theory]
    [InlineData("elements", 50_000)]
    [InlineData("equal names", 25_000)]
    [InlineData("members", 25_000)]
    [InlineData("letters", 500_000)]
    [InlineData("two arrays", 20_000)]
    public void Evaluate_TwiceAsMuch_TakesTwiceTheSteps(string what, int count)
    {
        var rules = Loaded.Rules(
            Loaded.Rule("s:\n  a: last\nt:\n  b|re: 'x[0-9]'\nu:\n  c.d|contains: 'q'\ncondition: s or t or u"),
            Loaded.Rule($"s:\n  v|contains:\n{string.Join('\n', Enumerable.Range(0, 10_000).Select(i => $"    - '{Letters(i, 14)}'"))}\n"
                + "condition: s"),
            Loaded.Rule($"{string.Concat(Relations.Select((relation, i) => $"s{i}:\n  e|fieldref{relation}: f\n"))}condition: 1 of s*"));
        var compiled = CompiledRules.Compile(rules, EventMapping.None, routes: true, []);

        long StepsOf(int size)
        {
            var matcher = new RecordMatcher(compiled);
            matcher.Evaluate(Encoding.UTF8.GetBytes(RecordOf(what, size))).Death.ShouldBeNull();
            return matcher.Steps;
        }

        var (once, twice) = (StepsOf(count), StepsOf(2 * count));
        once.ShouldBeGreaterThan(count);
        twice.ShouldBeInRange(once, (2 * once) + 1000);
    }

    /// <summary>Ten thousand literals share sixteen pieces, and each value is too short to use up what one value may.</summary>
    [Fact]
    public void Evaluate_ManyShortValuesMadeToBeSlow_CostLittleForEachByte()
    {
        var record = Encoding.UTF8.GetBytes($"{{\"v\":[{Quoted(20_000, i => Letters(i * 7919, 17))}]}}");
        var literals = string.Join('\n', Enumerable.Range(0, 10_000).Select(i => $"    - '{Letters(i, 14)}'"));
        var matcher = Matcher($"s:\n  v|contains:\n{literals}\nt:\n  z: 1", "s and t");

        matcher.Evaluate(record).Death.ShouldBeNull();

        matcher.Steps.ShouldBeLessThan(10L * record.Length);
    }

    /// <summary>Each of many names comes again behind a long array: none of them may look through it.</summary>
    [Fact]
    public void Evaluate_ManyNamesAgainBehindALongArray_CostLittleForEachByte()
    {
        const int Names = 200;
        var members = string.Join(',', Enumerable.Range(0, Names).Select(i => $"\"n{i}\":1"));
        var record = Encoding.UTF8.GetBytes($"{{{members},\"v\":[{string.Join(',', Enumerable.Repeat(1, 100_000))}],{members}}}");
        var searches = string.Concat(Enumerable.Range(0, Names).Select(i => $"t{i}:\n  n{i}: 2\n"));
        var matcher = Matcher($"s:\n  v: 2\n{searches}", "s or 1 of t*");

        matcher.Evaluate(record).Death.ShouldBeNull();

        matcher.Steps.ShouldBeLessThan(3L * record.Length);
    }

    [Theory]
    [InlineData(64, null)]
    [InlineData(65, DeathReason.TooDeep)]
    public void Evaluate_Levels_UpToTheLimitAreARecord(int levels, DeathReason? expected)
    {
        var rules = Loaded.Rules(Loaded.Rule("s:\n  a: 1\ncondition: s"));
        var record = string.Concat(Enumerable.Repeat("{\"a\":", levels)) + "1" + new string('}', levels);

        Loaded.Evaluate(rules, record).Death.ShouldBe(expected);
    }

    [Theory]
    [InlineData(64, DeathReason.NotAnObject)]
    [InlineData(65, DeathReason.TooDeep)]
    [InlineData(1000, DeathReason.TooDeep)]
    public void Evaluate_LevelsOfArrays_AreToldFromNoJson(int levels, DeathReason expected)
    {
        var rules = Loaded.Rules(Loaded.Rule("s:\n  a: 1\ncondition: s"));

        Loaded.Evaluate(rules, new string('[', levels) + new string(']', levels)).Death.ShouldBe(expected);
        Loaded.Evaluate(rules, new string('[', levels)).Death.ShouldBe(DeathReason.Malformed);
    }

    public static TheoryData<string, bool, string> References => new(
        from relation in Relations
        from isCased in new[] { false, true }
        from other in new[] { "", "alpha-Beta-gamma", "Alpha-Beta-Gamma", "ALPHA", "Alpha", "Gamma", "gamma", "Beta", "beta", "delta" }
        select (relation, isCased, other));

    // Enough of them that an index takes over from comparing each with each, as the reference does.
    [Theory]
    [MemberData(nameof(References))]
    public void Evaluate_ReferenceBetweenLongArrays_IsWhatTheReferenceSays(string relation, bool isCased, string other)
    {
        var how = isCased ? StringComparison.Ordinal : StringComparison.OrdinalIgnoreCase;
        var expected = relation switch
        {
            "|contains" => Text.Contains(other, how),
            "|startswith" => Text.StartsWith(other, how),
            "|endswith" => Text.EndsWith(other, how),
            _ => Text.Equals(other, how),
        };

        Loaded.Fires(
            $"s:\n  e|fieldref{relation}{(isCased ? "|cased" : "")}: f\ncondition: s",
            TwoArrays(400, i => i == 200 ? other : $"{i}-\u00e9{new string('z', i)}")).ShouldBe(expected);
    }

    private static RecordMatcher Matcher(string searches, string condition = "s") => new(CompiledRules.Compile(
        Loaded.Rules(Loaded.Rule($"{searches.TrimEnd()}\ncondition: {condition}")), EventMapping.None, routes: true, []));

    private static string TwoArrays(int size, Func<int, string> other) =>
        $"{{\"e\":[{Quoted(size, i => $"v{i}")},\"{Text}\",[{{}}]],\"f\":[{{\"g\":1}},{Quoted(size, other)}]}}";

    private static string Quoted(int size, Func<int, string> text) =>
        string.Join(',', Enumerable.Range(0, size).Select(i => $"\"{text(i)}\""));

    private static string RecordOf(string what, int size) => what switch
    {
        "elements" => $"{{\"a\":[{string.Join(',', Enumerable.Range(0, size))}]}}",
        "equal names" => $"{{{string.Join(',', Enumerable.Range(0, size).Select(i => $"\"{"abc"[i % 3]}\":{{\"d\":{i}}}"))}}}",
        "two arrays" => TwoArrays(size, i => $"{i}x"),
        "members" => $"{{{string.Join(',', Enumerable.Range(0, size).Select(i => $"\"m{i}\":{i}"))}}}",
        _ => $"{{\"v\":\"{string.Concat(Enumerable.Range(0, size / 20).Select(i => Letters(i * 7919, 20)))}\"}}",
    };

    /// <summary>Two letters make sixteen pieces only: every place of such a text could be in hundreds of such literals.</summary>
    private static string Letters(int number, int count) =>
        Convert.ToString(number, 2).PadLeft(count, '0')[^count..].Replace('0', 'a').Replace('1', 'b');

    private sealed class Hits : ILiteralHits
    {
        public SortedSet<int> Found { get; } = [];

        public bool Hit(int literal) => Found.Add(literal);

        public IEnumerable<string> Texts(string[] texts) => Found.Select(literal => texts[literal]);
    }
}
