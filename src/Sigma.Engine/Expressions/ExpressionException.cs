namespace Sigma.Engine.Expressions;

/// <summary>An expression that would mean something else here than in PCRE. It never leaves the translator.</summary>
internal sealed class ExpressionException(string message) : Exception(message);
