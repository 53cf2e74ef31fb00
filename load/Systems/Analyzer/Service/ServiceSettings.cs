using Load.Machine;

namespace Load.Systems.Analyzer.Service;

/// <summary>The settings of a service process, beyond ports and data folder. Rows with equal settings share a process.</summary>
internal sealed record ServiceSettings
{
    public static ServiceSettings Default { get; } = new();

    /// <summary>
    /// The settings as a person names them: dimensions of the table, such as <c>threads</c>. Settings of equal dimensions are equal.
    /// </summary>
    public IReadOnlyDictionary<string, string> Dimensions { get; init; } = new SortedDictionary<string, string>(StringComparer.Ordinal);

    /// <summary>The service's configuration for it, such as <c>Analyzer:Store</c>.</summary>
    public IReadOnlyDictionary<string, string> Options { get; init; } = new Dictionary<string, string>();

    /// <summary>Whether there is anything to scrape.</summary>
    public bool HasMetrics => Options.GetValueOrDefault("Analyzer:Metrics") != "false";

    /// <summary>How many made-up reports the store is filled with before the service starts.</summary>
    public long Reports { get; init; }

    /// <summary>The ThreadPool minimum of the service; null for the default.</summary>
    public int? MinThreads => int.TryParse(Dimensions.GetValueOrDefault(ThreadMinimum.Dimension), out var minimum) ? minimum : null;

    /// <summary>The clients' keys of the service, and the one that is shown to it; null when it asks for none.</summary>
    public KeyRow? Keys { get; init; }

    /// <summary>Whether it listens for TLS, with the lab's certificate.</summary>
    public bool HasTls { get; init; }

    /// <summary>A link that loses packets between clients and the service; null for loopback.</summary>
    public LinkShape? Link { get; init; }

    public string Name { get; private init; } = "default";

    /// <summary>These settings, with a store that already has so many reports.</summary>
    public ServiceSettings Filled(long reports) => With("reports", $"{reports}") with { Reports = reports };

    /// <summary>
    /// These settings, behind a link. What listens on an address that is not loopback has to ask for keys.
    /// </summary>
    public ServiceSettings Behind(LinkShape link) =>
        With("loss", link.LossText).With("rtt", link.RoundTripText) with { Link = link, Keys = new KeyRow(1, IsRight: true) };

    /// <summary>These settings, and configuration where they have none.</summary>
    public ServiceSettings Or(IEnumerable<KeyValuePair<string, string>> options) => this with
    {
        Options = new Dictionary<string, string>(Options.Concat(options.Where(option => !Options.ContainsKey(option.Key)))),
    };

    /// <summary>These settings, and one more.</summary>
    public ServiceSettings With(string dimension, string value, params (string Key, string Value)[] options)
    {
        var dimensions = new SortedDictionary<string, string>(Dimensions.ToDictionary(), StringComparer.Ordinal) { [dimension] = value };
        return this with
        {
            Dimensions = dimensions,
            Options = new Dictionary<string, string>(
                Options.Concat(options.Select(option => KeyValuePair.Create(option.Key, option.Value)))),
            Name = string.Join(' ', dimensions.Select(pair => $"{pair.Key}={pair.Value}")),
        };
    }
}
