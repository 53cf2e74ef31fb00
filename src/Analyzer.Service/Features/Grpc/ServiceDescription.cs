using System.Globalization;
using Analyzer.Core;
using Analyzer.Engines;
using Analyzer.Protos.V1;
using Analyzer.Service.Features.Submit;
using Hosting.Settings;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Features.Grpc;

/// <summary>The analyzer's description of itself: its version and capabilities.</summary>
internal sealed class ServiceDescription(HostDescription host, IReportStore store, IOptions<UploadLimits> limits)
{
    /// <exception cref="StoreUnavailableException">The store, which has to be named, cannot be reached.</exception>
    public async ValueTask<DescribeResponse> GiveAsync(CancellationToken cancellationToken) => new()
    {
        Version = host.Version,
        Engine = FileAnalysis.EngineVersion.ToString(CultureInfo.InvariantCulture),
        Store = await store.IdentifyAsync(cancellationToken),
        Limits = new()
        {
            MaxFileBytes = (ulong)limits.Value.MaxFileBytes,
            MaxUploads = (uint)limits.Value.MaxUploads,
            MaxBytesInFlight = (ulong)limits.Value.MaxBytesInFlight,
        },
        Forms = { ReportForm.Json },
    };
}
