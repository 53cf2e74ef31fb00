using Analyzer.Core;
using Analyzer.Service.Features.Submit;

namespace Analyzer.Service.Features.SelfDescription;

/// <summary>
/// The limits that a sender can meet, so that a client knows them before it sends: sizes in bytes, times in seconds. Each has the name of
/// its setting below <c>Limits</c>.
/// </summary>
/// <param name="Deletion">Whether reports can be deleted.</param>
/// <param name="MaxPageSize">The most reports in a page of the listing.</param>
internal sealed record LimitsDocument(
    long MaxFileBytes,
    int MaxUploads,
    long MaxBytesInFlight,
    double IdleTimeout,
    double TotalTimeout,
    int MinDataRate,
    double MinDataRateGrace,
    double RetryAfter,
    bool Deletion,
    int MaxPageSize)
{
    public static LimitsDocument Create(UploadLimits limits, bool deletion) => new(
        limits.MaxFileBytes,
        limits.MaxUploads,
        limits.MaxBytesInFlight,
        limits.IdleTimeout.TotalSeconds,
        limits.TotalTimeout.TotalSeconds,
        limits.MinDataRate,
        limits.MinDataRateGrace.TotalSeconds,
        limits.RetryAfter.TotalSeconds,
        deletion,
        ReportQuery.MaxLimit);
}
