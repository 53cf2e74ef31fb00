namespace Sigma.Streams.Settings;

/// <summary>
/// Short forms of the settings of <c>sigma run</c>: <c>--rules</c>, <c>--events</c>, <c>--records</c>, <c>--mapping</c>,
/// <c>--pipeline</c>, <c>--source</c> and <c>--sink</c>, each with one value or several, <c>--placeholders</c> and <c>--legacy</c>.
/// </summary>
internal static class RunArguments
{
    public const string Command = "run";

    private static readonly Dictionary<string, string> Lists = new()
    {
        ["--rules"] = nameof(SigmaOptions.Rules),
        ["--events"] = "File:Paths",
        ["--source"] = nameof(SigmaOptions.Sources),
        ["--mapping"] = nameof(SigmaOptions.Mappings),
        ["--pipeline"] = nameof(SigmaOptions.Pipelines),
        ["--records"] = nameof(SigmaOptions.Records),
        ["--sink"] = nameof(SigmaOptions.Sinks),
    };

    private static readonly Dictionary<string, string> Values = new()
    {
        ["--placeholders"] = nameof(SigmaOptions.Placeholders),
    };

    /// <returns>The arguments with settings in place of the short forms; those of another command unchanged.</returns>
    public static string[] Expand(string[] arguments)
    {
        if (!arguments.Contains(Command) || arguments[0] is not (Command or ['-', '-', ..]))
        {
            return arguments;
        }

        var expanded = new List<string>();
        var counts = new Dictionary<string, int>();
        for (var i = 0; i < arguments.Length; i++)
        {
            var (name, value) = arguments[i].Split('=', 2) is [var left, var right] ? (left, right) : (arguments[i], null);
            if (Values.TryGetValue(name, out var key) && (value ?? Next()) is { } single)
            {
                expanded.Add($"--Sigma:{key}={single}");
            }
            else if (Lists.TryGetValue(name, out var list) && (value ?? Next()) is { } first)
            {
                Add(list, first);
                while (value is null && Next() is { } further)
                {
                    Add(list, further);
                }
            }
            else if (name == "--legacy" && value is null)
            {
                expanded.Add("--Sigma:Legacy=true");
            }
            else
            {
                expanded.Add(arguments[i]);
            }

            string? Next() =>
                i + 1 < arguments.Length && !arguments[i + 1].StartsWith("--", StringComparison.Ordinal) ? arguments[++i] : null;
        }

        return [.. expanded];

        void Add(string list, string value)
        {
            var count = counts.GetValueOrDefault(list);
            counts[list] = count + 1;
            expanded.Add($"--Sigma:{list}:{count}={value}");
        }
    }
}
