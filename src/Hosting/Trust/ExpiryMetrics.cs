using Hosting.Meters;
using Prometheus;

namespace Hosting.Trust;

/// <summary>The time that is left of certificates and revocation lists in files: an alert can come before clients are refused.</summary>
internal static class ExpiryMetrics
{
    /// <param name="registry">Shows it.</param>
    /// <param name="time">Says what time it is.</param>
    /// <param name="setting">The setting that names the files.</param>
    /// <param name="read">Gives the files and when they expire; null for never.</param>
    public static void MeasureExpiry(
        this CollectorRegistry registry, TimeProvider time, string setting,
        Func<IEnumerable<(string File, DateTimeOffset? Expires)>> read) =>
        registry.Measure(
            "tls_file_expiry_seconds",
            "The time until the certificate in a file, or the first of its revocation lists, expires; negative after that.",
            ["setting", "file"],
            () => read().Select(file => (
                new[] { setting, file.File }, (file.Expires - time.GetUtcNow())?.TotalSeconds ?? double.PositiveInfinity)));
}
