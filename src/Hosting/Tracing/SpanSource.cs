using System.Diagnostics;

namespace Hosting.Tracing;

/// <summary>
/// Where a host's spans come from. Registered as itself, an <see cref="ActivitySource"/> would replace ASP.NET Core's own.
/// </summary>
internal sealed record SpanSource(ActivitySource Spans);
