namespace Dashboards.Tests.PromQl;

/// <summary>A metric that a query asks for, and by which labels.</summary>
/// <param name="Metric">Its name.</param>
/// <param name="Matchers">Within the braces.</param>
/// <param name="Function">What is applied to it right away, such as <c>rate</c>; empty when nothing is.</param>
public sealed record Selector(string Metric, IReadOnlyList<Matcher> Matchers, string Function);
