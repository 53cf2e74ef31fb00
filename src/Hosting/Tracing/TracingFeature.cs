using System.Diagnostics;
using Hosting.Errors;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Hosting.Tracing;

/// <summary>Registers <see cref="Calls{TOperation,TOutcome}"/>.</summary>
public static class TracingFeature
{
    /// <param name="services">The host's.</param>
    /// <param name="spans">Starts the spans.</param>
    /// <param name="kinds">The host's kinds of errors.</param>
    /// <param name="expected">The error that an exception stands for; null when it is a bug.</param>
    public static void AddCalls<TOperation, TOutcome>(
        this IServiceCollection services, ActivitySource spans, IReadOnlyList<ErrorKind> kinds, Func<Exception, Error?> expected)
        where TOperation : struct, Enum
        where TOutcome : struct, Enum
    {
        services.AddSingleton(new SpanSource(spans));
        services.TryAddSingleton(provider =>
            ActivatorUtilities.CreateInstance<Calls<TOperation, TOutcome>>(provider, spans, kinds, expected));
    }
}
