using Microsoft.Extensions.Diagnostics.HealthChecks;
using static Grpc.Health.V1.HealthCheckResponse.Types;

namespace Grpc.AspNetCore.HealthChecks;

/// <summary>One answer out of several checks: unknown without any, not serving when one is unhealthy, otherwise serving.</summary>
internal static class ServingStatusOf
{
    public static ServingStatus Results(IEnumerable<HealthStatus> results)
    {
        var status = ServingStatus.Unknown;
        foreach (var result in results)
        {
            if (result == HealthStatus.Unhealthy)
            {
                return ServingStatus.NotServing;
            }

            status = ServingStatus.Serving;
        }

        return status;
    }
}
