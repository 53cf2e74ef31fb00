using System.Text.Json;
using BenchmarkDotNet.Attributes;

namespace Microbenchmarks;

/// <summary>
/// The cost of rules per record, in memory; the suite <c>sigma</c> of the lab runs these. An operation is a pass over all records.
/// </summary>
public class SigmaBenchmarks
{
    private const int Records = 4_500;
    private const int Seed = 1;

    private SigmaCase _case = null!;

    /// <summary>The records and the rules: <c>published case-1</c>, <c>distinct 1000-exact</c>, <c>own rules</c>.</summary>
    [ParamsSource(nameof(Cases))]
    public string Case { get; set; } = "";

    /// <summary>Every name is known without making what it stands for: each launch asks for all of them.</summary>
    public static IEnumerable<string> Cases => ((string[])
    [
        .. SigmaCase.Published.Select(name => $"published {name}"), .. SigmaCase.Distinct.Select(name => $"distinct {name}"),
        $"made-up {SigmaCase.Windows}", "own rules", .. Asked,
    ]).Distinct();

    /// <summary>Further ones, with semicolons between them: <c>distinct 500-exact</c>.</summary>
    private static string[] Asked =>
        Environment.GetEnvironmentVariable("SIGMA_CASES")?.Split(';', StringSplitOptions.RemoveEmptyEntries) ?? [];

    [GlobalSetup]
    public void Setup()
    {
        if (Case == "own rules")
        {
            _case = SigmaCase.Own(Records);
            return;
        }

        var (kind, name) = (Case.Split(' ')[0], Case.Split(' ')[1]);
        _case = SigmaCase.Of(name, kind == "published"
            ? SigmaRecords.Published(Records) ?? throw new FileNotFoundException("The published records are not in ../shared.")
            : SigmaCase.RecordsOf(name, Records, Seed));
    }

    /// <exception cref="InvalidOperationException">A wrong number of rules fired.</exception>
    [Benchmark]
    public long Rules() => _case.Evaluate();

    /// <summary>Every token of the same records, and one name compared: what a program without rules has to do.</summary>
    [Benchmark]
    public long Reader() => Read(_case.Records);

    internal static long Read(IReadOnlyList<byte[]> records)
    {
        var found = 0L;
        foreach (var record in records)
        {
            var reader = new Utf8JsonReader(record);
            while (reader.Read())
            {
                found += reader.TokenType == JsonTokenType.PropertyName && reader.ValueTextEquals("uid"u8) ? 1 : 0;
            }
        }

        return found;
    }
}
