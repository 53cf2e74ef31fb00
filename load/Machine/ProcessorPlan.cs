using System.Globalization;

namespace Load.Machine;

/// <summary>The processors of each side (<c>--cpus service=0 generator=1</c>); a side that is not named has all.</summary>
/// <param name="Service">Of the processes under test; null for all.</param>
/// <param name="Generator">Of the lab; null for all.</param>
internal sealed record ProcessorPlan(Processors? Service, Processors? Generator)
{
    private const string OfService = "service";
    private const string OfGenerator = "generator";
    private const string Takes = "--cpus takes service=0 generator=1: for each side numbers with commas, or a range such as 0-3";

    /// <param name="parts">Such as <c>service=0,1</c>.</param>
    /// <param name="count">Processors of the machine.</param>
    /// <exception cref="LabException">They are none, or the machine has no such processor.</exception>
    public static ProcessorPlan Parse(IReadOnlyList<string> parts, int count)
    {
        var sides = parts.Select(part => part.Split('=', 2, StringSplitOptions.TrimEntries)).ToArray();
        if (sides.Length == 0 || sides.Any(side => side is not [OfService or OfGenerator, { Length: > 0 }])
            || sides.DistinctBy(side => side[0]).Count() < sides.Length)
        {
            throw new LabException($"{Takes}, not '{string.Join(' ', parts)}'.");
        }

        if (!OperatingSystem.IsLinux() && !OperatingSystem.IsWindows())
        {
            throw new LabException("--cpus: this system binds no process to processors.");
        }

        var byName = sides.ToDictionary(side => side[0], side => Numbers(side[1], count));
        return new ProcessorPlan(byName.GetValueOrDefault(OfService), byName.GetValueOrDefault(OfGenerator));
    }

    public override string ToString() =>
        string.Join(' ', new[] { (OfService, Service), (OfGenerator, Generator) }.Where(side => side.Item2 is not null)
            .Select(side => $"{side.Item1}={side.Item2}"));

    private static Processors Numbers(string text, int count)
    {
        var numbers = new SortedSet<int>();
        foreach (var piece in text.Split(','))
        {
            var ends = piece.Split('-').Select(end =>
                int.TryParse(end, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : -1).ToArray();
            if (ends.Length > 2 || ends.Contains(-1) || ends[0] > ends[^1])
            {
                throw new LabException($"{Takes}, not '{text}'.");
            }

            if (ends[^1] >= count)
            {
                throw new LabException(
                    $"--cpus: there is no processor {ends[^1]}; " +
                    $"this machine has {(count == 1 ? "processor 0 alone" : $"0 to {count - 1}")}.");
            }

            numbers.UnionWith(Enumerable.Range(ends[0], ends[^1] - ends[0] + 1));
        }

        return new Processors([.. numbers]);
    }
}
