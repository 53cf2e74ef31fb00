namespace Load.Scenarios;

/// <summary>A step of a scenario: it comes by itself, with a share of all that come, or follows another.</summary>
/// <param name="Name">Its own.</param>
/// <param name="Line">Where it begins.</param>
/// <param name="Share">0 to 1 of all that come by themselves; 0 for one that follows another.</param>
/// <param name="After">Index of the step that it follows when that was answered rightly; null when it comes by itself.</param>
/// <param name="Words">The system's own words.</param>
internal sealed record ScenarioStep(string Name, int Line, double Share, int? After, IReadOnlyList<ScenarioEntry> Words)
{
    /// <summary>The name of all steps together.</summary>
    public const string All = "all";

    private const int MaxRate = 200_000;
    private const int MaxName = 40;

    /// <summary>The shares are typed with a few digits.</summary>
    private const double Tolerance = 0.01;

    private static readonly string[] Keys = ["name", "share", "rate", "after"];

    /// <summary>What other tools call a share.</summary>
    private static readonly string[] Weights = ["weight", "percent", "percentage", "ratio", "probability"];

    /// <summary>For messages.</summary>
    public static string KnownKeys { get; } = string.Join(", ", Keys);

    /// <summary>How many are due each second, where it says so itself.</summary>
    public int? Rate { get; private init; }

    /// <summary>Problems are added, and what can be read is returned.</summary>
    public static IReadOnlyList<ScenarioStep> Read(ScenarioNode list, ScenarioProblems problems)
    {
        if (list.Items is not { Count: > 0 } items)
        {
            problems.Add(list.Line, "a scenario needs 'steps': a list such as: - { name: ask, share: 100%, file: look-up }");
            return [];
        }

        if (items.Count > ScenarioFile.MaxSteps)
        {
            problems.Add(list.Line, $"{items.Count:#,0} steps; a scenario has at most {ScenarioFile.MaxSteps}. Put what is alike into one");
            return [];
        }

        var asked = items.Select((item, i) => Asked.Of(item, i, problems)).OfType<Asked>().ToArray();
        foreach (var twice in asked.GroupBy(step => step.Name).SelectMany(alike => alike.Skip(1)))
        {
            problems.Add(twice.Line, $"another step is called '{twice.Name}'; give this one a name of its own");
        }

        CheckFollowers(asked, problems);
        CheckShares([.. asked.Where(step => step.After is null)], problems);
        var rates = asked.Sum(step => step.Rate ?? 0);
        return
        [
            .. asked.Select(step => new ScenarioStep(
                step.Name, step.Line,
                step.After is not null ? 0 : step.Rate is { } rate ? rate / rates : (step.Share ?? 100) / 100,
                step.After is { } name && Array.FindIndex(asked, one => one.Name == name) is >= 0 and var index ? index : null,
                step.Words)
            {
                Rate = (int?)step.Rate,
            }),
        ];
    }

    private static void CheckShares(Asked[] entries, ScenarioProblems problems)
    {
        if (entries.Length == 0)
        {
            return; // each follows another, so there is a circle, which has been told
        }

        if (entries.All(step => step.Rate is not null))
        {
            return;
        }

        if (entries.FirstOrDefault(step => step.Rate is not null) is { } mixed)
        {
            problems.Add(mixed.Line, $"'{mixed.Name}' has a rate and others have shares; give all of them the one or the other");
            return;
        }

        if (entries.Length > 1)
        {
            foreach (var step in entries.Where(step => step.Share is null && !step.HasShare))
            {
                problems.Add(
                    step.Line, $"'{step.Name}' has neither 'share' nor 'rate', and follows no other step ('after'); give it one"
                    + (step.Words.FirstOrDefault(word => Weights.Contains(word.Key)) is { } weight
                        ? $": what '{weight.Key}' says elsewhere is 'share' here, in percent of all steps" : ""));
            }
        }

        var sum = entries.Sum(step => step.Share ?? 100.0 / entries.Length);
        if (entries.All(step => step.Share is not null) && Math.Abs(sum - 1) <= Tolerance)
        {
            problems.Add(entries[0].Line, $"the shares add up to 1, and are percent here: write {entries[0].Share * 100:0.##}%");
        }
        else if (entries.All(step => step.Share is not null) && Math.Abs(sum - 100) > Tolerance)
        {
            problems.Add(
                entries[0].Line,
                $"the shares ({string.Join(" + ", entries.Select(step => $"{step.Share:0.##}%"))}) add up to {sum:0.##}%; " +
                $"they have to make 100%: {(sum < 100 ? $"add {100 - sum:0.##}%" : $"take away {sum - 100:0.##}%")}");
        }
    }

    private static void CheckFollowers(Asked[] steps, ScenarioProblems problems)
    {
        var byName = steps.DistinctBy(step => step.Name).ToDictionary(step => step.Name);
        foreach (var step in steps.Where(step => step.After is not null))
        {
            if (!byName.ContainsKey(step.After!))
            {
                problems.Add(
                    step.Line, $"'{step.Name}' follows '{step.After}', which is no step; there are: {string.Join(", ", byName.Keys)}");
                continue;
            }

            List<string> way = [step.Name];
            for (var one = step; one?.After is { } before; one = byName.GetValueOrDefault(before))
            {
                way.Add(before);
                if (before == step.Name)
                {
                    problems.Add(
                        step.Line, $"the steps follow each other in a circle ({string.Join(" after ", way)}); give one of them a share");
                    break;
                }

                if (way.Count > steps.Length)
                {
                    break; // it leads into a circle of others, which is told there
                }
            }
        }
    }

    /// <summary>A step as it stands in the file.</summary>
    private sealed record Asked(string Name, int Line, double? Share, double? Rate, string? After, IReadOnlyList<ScenarioEntry> Words)
    {
        private static readonly string[] OneOf = ["share", "rate", "after"];

        /// <summary>Also when it cannot be read.</summary>
        public bool HasShare { get; private init; }

        public static Asked? Of(ScenarioNode item, int index, ScenarioProblems problems)
        {
            if (item.Entries is null)
            {
                problems.Add(item.Line, "a step is a map, such as: - { name: ask, share: 70%, file: look-up }");
                return null;
            }

            var values = new ScenarioValues(item, problems);
            var name = values.Text("name") ?? $"step-{index + 1}";
            if (name.Length is 0 or > MaxName || name.Any(sign => !char.IsAsciiLetterOrDigit(sign) && sign is not ('-' or '_' or '.')))
            {
                problems.Add(values.LineOf("name"), $"'name' takes up to {MaxName} letters, digits, '-', '_' and '.', such as ask-again");
            }

            if (name == All)
            {
                problems.Add(values.LineOf("name"), $"'{All}' is the row of all steps together; call this one something else");
            }

            string[] ways = [.. OneOf.Where(values.Has)];
            if (ways.Length > 1)
            {
                problems.Add(
                    values.LineOf(ways[1]),
                    $"'{name}' has '{ways[0]}' and '{ways[1]}': a step has a share, a rate, or follows another; keep one");
            }

            return new Asked(
                name, item.Line, values.Percent("share"), values.Whole("rate", 1, MaxRate, "/s"), values.Text("after"),
                [.. item.Entries.Where(entry => !Keys.Contains(entry.Key))])
            {
                HasShare = values.Has("share"),
            };
        }
    }
}
