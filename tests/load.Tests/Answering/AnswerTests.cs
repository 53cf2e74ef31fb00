using System.Text.RegularExpressions;
using Load.Answering;
using Load.Comparing;
using Load.Results.Summary;
using Load.Statistics;

namespace Load.Tests.Answering;

/// <summary>The answers of recorded runs are pinned, and each claim is checked against the intervals in its run's file.</summary>
public sealed partial class AnswerTests
{
    private static readonly string Folder = Path.Combine(AppContext.BaseDirectory, "Answering", "Recorded");

    public static TheoryData<string> Runs =>
        [
            .. Directory.EnumerateFiles(Folder, "*.json").Order(StringComparer.Ordinal)
                .Select(file => Path.GetFileNameWithoutExtension(file)),
        ];

    [Fact]
    public void Recorded_TenRunsAndMore_AreThere() => Runs.Count.ShouldBeGreaterThanOrEqualTo(10);

    [Theory]
    [MemberData(nameof(Runs))]
    public void Of_RecordedRun_IsThePinnedAnswer(string name)
    {
        var pinned = Path.Combine(Folder, $"{name}.txt");
        var answer = string.Join('\n', RunAnswer.Of(Read(name)).Select(sentence => sentence.Text));
        if (Environment.GetEnvironmentVariable("UPDATE") == "1")
        {
            File.WriteAllText(Path.Combine(Folder, $"{name}.txt"), answer + "\n");
        }

        answer.ShouldBe(File.ReadAllText(pinned).Trim().ReplaceLineEndings("\n"));
    }

    [Theory]
    [MemberData(nameof(Runs))]
    public void Of_RecordedRun_HasNoNumberWithoutItsInterval(string name)
    {
        var sentences = RunAnswer.Of(Read(name));
        sentences.Count.ShouldBeLessThanOrEqualTo(6);
        foreach (var sentence in sentences)
        {
            foreach (var told in Interval().Matches(sentence.Text).Select(match => match.Value))
            {
                sentence.Claims.ShouldContain(
                    claim => Format.Interval(claim.Low, claim.High) == told, $"'{told}' of '{sentence.Text}' is no claim of it");
            }

            if (!sentence.Text.StartsWith("No answer", StringComparison.Ordinal))
            {
                sentence.Claims.ShouldNotBeEmpty(sentence.Text);
            }
        }
    }

    /// <summary>Computed anew, without the classes that made the claim.</summary>
    [Theory]
    [MemberData(nameof(Runs))]
    public void Of_RecordedRun_ClaimsWhatTheRepeatsShow(string name)
    {
        var run = Read(name);
        foreach (var claim in RunAnswer.Of(run).SelectMany(sentence => sentence.Claims).Where(claim => claim.Of is not null))
        {
            claim.Low.ShouldBeLessThanOrEqualTo(claim.Value);
            claim.High.ShouldBeGreaterThanOrEqualTo(claim.Value);
            if (claim.IsShown)
            {
                (claim.Low > 1 || claim.High < 1).ShouldBeTrue($"{claim}");
            }

            if (RatioOf(run, claim) is { } ratio)
            {
                claim.Value.ShouldBe(ratio, ratio * 1e-5, $"{claim}");
            }
        }
    }

    [Fact]
    public void Of_SmokeRun_SaysThatFiguresMeanNothing() =>
        RunAnswer.Of(Read(Runs.First().Data) with { IsSmoke = true }).ShouldHaveSingleItem().Text.ShouldContain("--smoke");

    [Fact]
    public void Of_OneRepeat_SaysThatThereIsNoInterval()
    {
        var run = Read("quick");
        var rows = run.Rows.Select(row => row with { Repeats = [row.Repeats[0]], Rate = null, ServiceCpuMicrosecondsPerUnit = null });
        var once = run with { Rows = [.. rows] };

        RunAnswer.Of(once).ShouldHaveSingleItem().Text.ShouldContain("--repeat 3");
    }

    [Fact]
    public void Of_VoidRow_HasNoPartAndIsCounted()
    {
        var run = Read("quick");
        var spoilt = run with { Rows = [.. run.Rows.Select((row, i) => row with { InvalidReasons = i == 0 ? ["spoilt"] : [] })] };

        var answer = RunAnswer.Of(spoilt);
        answer[0].Text.ShouldEndWith("(1 void row has no part in this).");
        answer.SelectMany(sentence => sentence.Claims).ShouldAllBe(claim => claim.Rows != "look-up 10KB x1");
    }

    /// <summary>Two rows of equal repeats: whatever the noise, a difference may be claimed of at most one in twenty.</summary>
    [Fact]
    public void Of_RunsWithoutDifference_ClaimsFew()
    {
        var run = Read("quick");
        var random = new Random(7);
        var wrong = 0;
        const int Tries = 200;
        for (var i = 0; i < Tries; i++)
        {
            var rows = run.Rows.Select(row => row with
            {
                InvalidReasons = [],
                Repeats = [.. row.Repeats.Select(repeat => Noisy(repeat, random))],
            });
            var claims = RunAnswer.Of(run with { Rows = [.. rows] }).SelectMany(sentence => sentence.Claims);
            wrong += claims.Any(claim => claim is { Figure: "CPU per request", IsShown: true }) ? 1 : 0;
        }

        wrong.ShouldBeLessThan(Tries / 8); // one in twenty overall, and one in twenty row by row
    }

    private static SummaryRepeat Noisy(SummaryRepeat repeat, Random random) => repeat with
    {
        Units = 1000,
        ServiceCpuMs = 100 * Math.Exp(0.1 * Normal(random)),
        Rate = 1000 * Math.Exp(0.1 * Normal(random)),
    };

    private static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());

    /// <returns>Null for a claim over several pairs of rows, which is checked by its parts.</returns>
    private static double? RatioOf(SummaryDocument run, SummaryClaim claim)
    {
        Func<SummaryRepeat, double?>? figure = claim.Figure switch
        {
            "rate" => repeat => repeat.Rate,
            "p99" => repeat => repeat.P99Ms,
            _ when claim.Figure.StartsWith("CPU per ", StringComparison.Ordinal) => repeat => repeat.ServiceCpuMs / repeat.Units,
            _ => null,
        };
        var compared = run.Compared?.Name ?? "transport";
        SummaryRow? Row(string variant) => run.Rows.SingleOrDefault(row => row.Name == variant)
            ?? run.Rows.SingleOrDefault(row => row.Dimensions.GetValueOrDefault(compared) == variant &&
                claim.Rows.Split(' ').All(word => row.Name.Split(' ').Contains(word)) &&
                row.Name.Split(' ').Length == claim.Rows.Split(' ').Length + 1);
        if (figure is null || Row(claim.Variant) is not { } one || Row(claim.Of!) is not { } other)
        {
            return null;
        }

        var logs = one.Repeats.SelectMany(a => other.Repeats.Where(b => b.Repeat == a.Repeat)
            .Select(b => Math.Log(figure(a)!.Value / figure(b)!.Value))).ToArray();
        return Math.Exp(logs.Sum() / logs.Length);
    }

    private static SummaryDocument Read(string name) => SummaryFile.Read(Path.Combine(Folder, $"{name}.json"));

    [GeneratedRegex(@"[\d.,]+…[\d.,]+")]
    private static partial Regex Interval();
}
