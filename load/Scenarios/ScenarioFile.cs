using System.Diagnostics;
using System.Text.RegularExpressions;
using Load.Machine;

namespace Load.Scenarios;

/// <summary>
/// A mix of requests that a person describes (<c>run --file mail-gateway.yaml</c>): steps, their shares or rates, the load, and bounds.
/// What a step asks for stands in the system's own words.
/// </summary>
/// <param name="Path">As it was given.</param>
/// <param name="Name">Of the suite that it makes: the file's, or what it says itself.</param>
/// <param name="Load">How its steps come.</param>
/// <param name="Steps">In the order of the file.</param>
internal sealed partial record ScenarioFile(string Path, string Name, ScenarioLoad Load, IReadOnlyList<ScenarioStep> Steps)
{
    public const int MaxSteps = 50;

    private const int MaxBytes = 4 << 20;
    private const int MaxName = 40;
    private const int MaxShownKeys = 8;

    private static readonly string[] Keys =
        ["name", "question", "system", "rate", "instances", "think", "seconds", "repeat", "steps", "thresholds"];

    /// <summary>For messages.</summary>
    public static string KnownKeys { get; } = string.Join(", ", Keys);

    /// <summary>What it is to find out; empty when it does not say.</summary>
    public string Question { get; private init; } = "";

    /// <summary>The system that its words are of; null for the first that has any.</summary>
    public ScenarioNode? System { get; private init; }

    /// <summary>Length of an iteration; null for the usual.</summary>
    public double? Seconds { get; private init; }

    /// <summary>Null for the usual.</summary>
    public int? Repeats { get; private init; }

    /// <summary>Bounds as <c>--require</c> takes them, each with its line.</summary>
    public IReadOnlyList<(string Text, int Line)> Thresholds { get; private init; } = [];

    /// <summary>Words of the system that concern all steps.</summary>
    public IReadOnlyList<ScenarioEntry> Words { get; private init; } = [];

    /// <summary>Further problems, which a system finds.</summary>
    public ScenarioProblems Problems { get; } = new(Path);

    /// <exception cref="LabException">It is none; the message has file, line and remedy of each problem.</exception>
    public static ScenarioFile Read(string path)
    {
        var problems = new ScenarioProblems(path);
        var root = Root(path, problems);
        problems.Throw();
        var values = new ScenarioValues(root, problems);
        if (root["steps"] is not { } list)
        {
            problems.Add(
                root.Line, "a scenario needs 'steps', as load/Scenarios/mail-gateway.yaml has them; " +
                $"this file has: {string.Join(", ", root.Entries!.Select(entry => entry.Key).Take(MaxShownKeys))}");
            problems.Throw();
            throw new UnreachableException();
        }

        var steps = ScenarioStep.Read(list, problems);
        var file = new ScenarioFile(path, NameOf(path, values), ScenarioLoad.Read(values, steps, problems), steps)
        {
            Question = values.Text("question") ?? "",
            System = values.Text("system") is null ? null : root["system"],
            Seconds = values.Seconds("seconds", 1, 86_400),
            Repeats = (int?)values.Whole("repeat", 1, 1000),
            Thresholds = ScenarioThresholds.Read(root["thresholds"], problems),
            Words = [.. root.Entries!.Where(entry => !Keys.Contains(entry.Key))],
        };
        problems.Throw();
        return file;
    }

    private static ScenarioNode Root(string path, ScenarioProblems problems)
    {
        try
        {
            if (Directory.Exists(path))
            {
                throw new LabException($"--file {path} is a folder; a scenario is a page of text.");
            }

            using var text = new StreamReader(new MemoryStream(Content(path)));
            var root = new ScenarioReader(problems).Read(text);
            problems.Throw();
            if (root?.Entries is null)
            {
                problems.Add(root?.Line ?? 1, "a scenario is a map with at least 'steps', as in load/Scenarios/mail-gateway.yaml");
            }

            return root ?? new ScenarioNode(1);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new LabException($"--file {path}: {exception.Message}");
        }
    }

    /// <summary>A pipe or a device does not tell its length, and may have no end.</summary>
    private static byte[] Content(string path)
    {
        using var file = File.OpenRead(path);
        var content = new byte[MaxBytes + 1];
        var length = file.ReadAtLeast(content, content.Length, throwOnEndOfStream: false);
        return length <= MaxBytes ? content[..length]
            : throw new LabException($"{path} has more than {MaxBytes >> 20} MiB; a scenario is a page of text.");
    }

    /// <summary>It becomes part of a folder's name.</summary>
    private static string NameOf(string path, ScenarioValues values)
    {
        var name = values.Text("name") ?? global::System.IO.Path.GetFileNameWithoutExtension(path);
        var plain = Unfit().Replace(name.ToLowerInvariant(), "-").Trim('-');
        return plain.Length == 0 ? "scenario" : plain[..Math.Min(plain.Length, MaxName)];
    }

    [GeneratedRegex("[^a-z0-9]+", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Unfit();
}
