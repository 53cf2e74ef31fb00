using Load.Machine;

namespace Load.Systems.Analyzer.Service;

/// <summary>Reads <c>--set Key=Value</c>: configuration of the service, in the service's own names.</summary>
internal static class ServiceOptions
{
    /// <summary>The keys that the lab decides for every service that it starts.</summary>
    private static readonly string[] Taken =
    [
        "Analyzer:DataDirectory", "Analyzer:Address", "Analyzer:HttpPort", "Analyzer:GrpcPort", "Analyzer:Store",
            "Analyzer:Ceilings:Enabled",
        "Analyzer:StopAtEndOfInput",
    ];

    /// <param name="settings">In order; of two for a key the later one counts.</param>
    /// <exception cref="LabException">One is no pair, or not a person's to set.</exception>
    public static IReadOnlyDictionary<string, string> Parse(IEnumerable<string> settings)
    {
        var options = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        foreach (var setting in settings)
        {
            if (setting.Split('=', 2) is not [{ Length: > 0 } key, var value])
            {
                throw new LabException($"--set takes a pair such as Analyzer:Ceilings:SlowdownPercent=10, not '{setting}'.");
            }

            options[key] = Taken.Contains(key, StringComparer.OrdinalIgnoreCase)
                ? throw new LabException($"--set {key}: the lab decides that itself, from its own options.")
                : value;
        }

        return options;
    }
}
