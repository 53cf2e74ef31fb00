namespace Tests.Common.Scraping;

/// <summary>One scrape: its text, and its samples as a reader of the tests' own finds them.</summary>
public sealed class Scrape
{
    private readonly Dictionary<string, string> _helps = [];
    private readonly Dictionary<string, string> _types = [];
    private readonly List<ScrapedSample> _samples = [];

    public Scrape(string text)
    {
        Text = text;
        text.ShouldEndWith("\n");
        foreach (var line in text[..^1].Split('\n'))
        {
            Read(new LineReader(line));
        }
    }

    public string Text { get; }

    public IReadOnlyDictionary<string, string> Helps => _helps;

    public IReadOnlyDictionary<string, string> Types => _types;

    public IReadOnlyList<ScrapedSample> Samples => _samples;

    /// <summary>Returns the only sample with this name and exactly these labels.</summary>
    public ScrapedSample Sample(string name, params (string Name, string Value)[] labels) =>
        _samples.Where(sample => sample.Name == name && sample.Labels.Count == labels.Length)
            .Single(sample => labels.All(label => sample.Labels.TryGetValue(label.Name, out var value) && value == label.Value));

    private void Read(LineReader line)
    {
        if (line.Rest is "# EOF")
        {
            return;
        }

        if (line.Skip("# HELP "))
        {
            var name = line.ReadUntil(' ');
            line.Skip(" ").ShouldBeTrue();
            _helps.Add(name, LineReader.Unescape(line.Rest));
        }
        else if (line.Skip("# TYPE "))
        {
            var name = line.ReadUntil(' ');
            line.Skip(" ").ShouldBeTrue();
            _types.Add(name, line.Rest);
        }
        else
        {
            _samples.Add(line.ReadSample());
        }
    }
}

/// <summary>One line with a sample.</summary>
public sealed record ScrapedSample(string Name, IReadOnlyDictionary<string, string> Labels, double Value, ScrapedExemplar? Exemplar);

/// <summary>The part of a sample's line after the <c>#</c>.</summary>
public sealed record ScrapedExemplar(IReadOnlyDictionary<string, string> Labels, double Value, double UnixSeconds);
