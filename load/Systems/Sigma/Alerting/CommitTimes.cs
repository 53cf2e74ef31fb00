using System.Globalization;
using Load.Machine;

namespace Load.Systems.Sigma.Alerting;

/// <summary>How often sigma's deliveries took how long, up to one moment: its metric <c>sigma_commit_seconds</c>.</summary>
/// <param name="buckets">For each end in seconds, how many took no longer.</param>
internal sealed class CommitTimes(IReadOnlyDictionary<double, double> buckets)
{
    private const string Bucket = "sigma_commit_seconds_bucket{le=\"";

    /// <exception cref="LabException">It does not say.</exception>
    public static async Task<CommitTimes> ReadAsync(Uri sigma, CancellationToken cancellationToken)
    {
        using var http = new HttpClient { BaseAddress = sigma, Timeout = TimeSpan.FromSeconds(30) };
        try
        {
            return Parse(await http.GetStringAsync("/metrics", cancellationToken));
        }
        catch (HttpRequestException exception)
        {
            throw new LabException($"sigma does not say how long its deliveries took: {exception.Message}");
        }
    }

    public static CommitTimes Parse(string metrics) => new(
        metrics.Split('\n')
            .Where(line => line.StartsWith(Bucket, StringComparison.Ordinal))
            .Select(line => line[Bucket.Length..].Split('"', ' '))
            .ToDictionary(
                parts => parts[0] == "+Inf" ? double.PositiveInfinity : double.Parse(parts[0], CultureInfo.InvariantCulture),
                parts => double.Parse(parts[2], CultureInfo.InvariantCulture)));

    /// <returns>
    /// The longest delivery since an earlier moment, in milliseconds: the end of its bucket, or of the one before where that has none. Zero
    /// without deliveries.
    /// </returns>
    public double LargestSince(CommitTimes before)
    {
        var gains = buckets.OrderBy(bucket => bucket.Key).Select(bucket => (bucket.Key, Gain: bucket.Value - before.UpTo(bucket.Key)))
            .ToArray();
        var all = gains.Select(bucket => bucket.Gain).LastOrDefault();
        var ends = gains.Where(bucket => double.IsFinite(bucket.Key)).ToArray();
        return all == 0 ? 0 : 1000 * ends.Where(bucket => bucket.Gain >= all).Append(ends[^1]).First().Key;
    }

    private double UpTo(double end) => buckets.GetValueOrDefault(end);
}
