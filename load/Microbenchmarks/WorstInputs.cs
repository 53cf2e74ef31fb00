using System.Text;
using System.Text.Json;
using Analyzer.Engines;

namespace Microbenchmarks;

/// <summary>
/// Searches from a seed for bytes that cost the engine most (<c>dotnet run --project load/Microbenchmarks -- worst [SEED]</c>): files that
/// repeat a few fragments of PDF, the costliest of which are changed again and again. The bar: three times the processor time of plain
/// bytes. Beside it stands what <see cref="Utf8JsonReader"/> takes for floods of JSON's shortest tokens: a bound for whatever reads tokens.
/// </summary>
internal static class WorstInputs
{
    private const int Length = 256 * 1024;
    private const int FirstUnits = 600;
    private const int Generations = 12;
    private const int Kept = 24;
    private const int ChangesOfEach = 8;
    private const int Shown = 12;

    private static readonly CpuClock Clock = new();

    private static readonly string[] Fragments =
    [
        "/", "#", "/#", "/#4", "/J#53", "/J#5", "#41", "/A", "/Colors", "/Colors 9", "/JS", "/JS(", "/Page", "/AA", "/OpenAction",
        "/Type", "/XFA", "/First", "/Filter", "/Length1", "/Fl", "/F(", "/URI(", "/S", "/Next", " ", "\n", "\r", "\0", "%", "(", ")",
        "\\", "\\1", "<", ">", "<<", ">>", "[", "]", "{", "1", "1 ", "9999999999", "-", "+1", ".", "R", "1 0 R", " 0 R", "1 0 R ",
        "null ", "true ", "a", "ab", "o", "ob", "obj", " obj", "1 0 obj", "1 0 obj ", "1 0 obj<<", "1 0 obj<</A", "1 0 obj[",
        "1 0 obj(", "1 0 obj<", "endobj", "endobj ", " endobj\n", "stream", "stream\n", "endstream", "endstream\n", "end", "ends",
        "endo", "t", "tr", "trailer", "xref", "startxref", "x", "b", "bj", "\u00ff", "e", "en", "s", "st", "1 0 obj<<>>endobj ",
        "1 0 obj<<>>stream\nendstream endobj ", "1 0 obj<</JS 1 0 R>>endobj ", "1 0 obj<</Length1 1>>stream\nendobj ",
        "1 0 obj/Fl endobj ", "1 0 obj[1 0 R]endobj ", "1 0 obj[(a)1 0 R]endobj ", "1 0 obj(a)endobj ", "1 0 obj<</JS(a)>>endobj ",
        "<</S/URI/URI(a)>>", "<</EF<</F 1 0 R>>>>", "[1 2 3]", "<41>", "(a)", "/A/B", "<</A<</B[", "]>>",
        "1 0 obj<</Type/ObjStm/N 1/First 4>>stream\n1 0 ", "()", "<>", "[]", "<<>>", "\\(", "%\n", "/A ", "/JS(a)", "1 1 ", "ab ",
    ];

    private static readonly string[] Starts =
    [
        "", "1 0 obj<<", "1 0 obj<</A", "1 0 obj[", "1 0 obj(", "1 0 obj<", "1 0 obj%", "1 0 obj<<>>stream\n",
        "1 0 obj<</Subtype/Image>>stream\n", "1 0 obj<</Type/ObjStm/N 1/First 4>>stream\n1 0 ",
        "1 0 obj<</JS 2 0 R>>endobj 2 0 obj<<>>stream\n",
        "1 0 obj<</XFA 2 0 R>>endobj 2 0 obj<<>>stream\n<script>", "1 0 obj<</Type/EmbeddedFile>>stream\n",
    ];

    private static readonly string[] JsonTokens = ["1,", "\"\",", "{},", "[],", "{\"a\":1},"];

    private sealed record Candidate(string Start, string[] Unit, double Ratio)
    {
        public string Text => Start + string.Concat(Unit);
    }

    /// <param name="seed">Equal seeds try the same first inputs; which ones survive depends on what is measured.</param>
    public static void Print(int seed)
    {
        var random = new Random(seed);
        using var analysis = new FileAnalysis();
        var noise = new byte[Length];
        random.NextBytes(noise);
        List<(string, string[])> first = [.. Starts.SelectMany(start => Fragments.Select(fragment => (start, new[] { fragment })))];
        first.AddRange(Enumerable.Range(0, FirstUnits).Select(_ => (
            random.GetItems(Starts, 1)[0], random.GetItems(Fragments, random.Next(2, 4)))));

        // Code that is compiled later would make the first inputs the worst.
        first.ForEach(input => Cost(analysis, Build(input.Item1, input.Item2), rounds: 1));
        var plain = Cost(analysis, [.. "%PDF-1.7\n1 0 obj<</Subtype/Image>>stream\n"u8, .. noise], rounds: 200);
        Console.WriteLine($"Plain bytes cost {plain:0.00} ns a byte; seed {seed}.");
        foreach (var token in JsonTokens)
        {
            Console.WriteLine($"{CostOfJson(token) / plain:0.00} x: Utf8JsonReader over repeated {Encode(token)}");
        }

        var tried = new HashSet<string>();
        var best = Measured(first).OrderByDescending(one => one.Ratio).Take(Kept).ToList();
        for (var generation = 0; generation < Generations; generation++)
        {
            best = [.. best, .. Measured(best.SelectMany(one => Enumerable.Range(0, ChangesOfEach).Select(_ => Change(one, random))))];
            best = [.. best.OrderByDescending(one => one.Ratio).Take(Kept)];
        }

        foreach (var (start, unit, _) in best.OrderByDescending(one => one.Ratio).Take(Shown))
        {
            var ratio = Cost(analysis, Build(start, unit), rounds: 20) / plain;
            Console.WriteLine($"{ratio:0.00} x: {Encode(start)} then repeated {Encode(string.Concat(unit))}");
        }

        List<Candidate> Measured(IEnumerable<(string Start, string[] Unit)> inputs) =>
        [
            .. inputs.Where(input => tried.Add(input.Start + "\n" + string.Concat(input.Unit)))
                .Select(input => new Candidate(input.Start, input.Unit, Cost(analysis, Build(input.Start, input.Unit), rounds: 4) / plain)),
        ];
    }

    private static (string Start, string[] Unit) Change(Candidate one, Random random)
    {
        List<string> unit = [.. one.Unit];
        switch (random.Next(4))
        {
            case 0:
                unit.Insert(random.Next(unit.Count + 1), random.GetItems(Fragments, 1)[0]);
                break;
            case 1 when unit.Count > 1:
                unit.RemoveAt(random.Next(unit.Count));
                break;
            case 2:
                return (random.GetItems(Starts, 1)[0], one.Unit);
            default:
                unit[random.Next(unit.Count)] = random.GetItems(Fragments, 1)[0];
                break;
        }

        return (one.Start, [.. unit]);
    }

    private static byte[] Build(string start, string[] unit)
    {
        var bytes = new byte[Length];
        var head = Encoding.Latin1.GetBytes("%PDF-1.7\n" + start);
        var body = Encoding.Latin1.GetBytes(string.Concat(unit));
        head.CopyTo(bytes, 0);
        for (var at = head.Length; at < bytes.Length; at++)
        {
            bytes[at] = body[(at - head.Length) % body.Length];
        }

        return bytes;
    }

    private static double Cost(FileAnalysis analysis, byte[] file, int rounds) => Least(file, rounds, () =>
    {
        for (var at = 0; at < file.Length; at += SamplePdf.SegmentLength)
        {
            analysis.Append(file.AsSpan(at, Math.Min(SamplePdf.SegmentLength, file.Length - at)));
        }

        analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.Zero);
        analysis.Reset();
    });

    private static double CostOfJson(string token)
    {
        var json = Encoding.ASCII.GetBytes($"[{string.Concat(Enumerable.Repeat(token, Length / token.Length))}0]");
        return Least(json, rounds: 200, () =>
        {
            var reader = new Utf8JsonReader(json);
            while (reader.Read())
            {
            }
        });
    }

    // The least of some passes, in nanoseconds a byte.
    private static double Least(byte[] bytes, int rounds, Action pass)
    {
        var least = long.MaxValue;
        for (var round = 0; round < rounds; round++)
        {
            var start = Clock.GetTimestamp();
            pass();
            least = Math.Min(least, Clock.GetTimestamp() - start);
        }

        return least * 100.0 / bytes.Length;
    }

    private static string Encode(string text) => $"\"{text.Replace("\n", "\\n").Replace("\r", "\\r").Replace("\0", "\\0")}\"";
}
