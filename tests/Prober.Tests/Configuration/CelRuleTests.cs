using Prober.Features.Configuration.Evaluation;

namespace Prober.Tests.Configuration;

/// <summary>Expressions of CEL about bodies, as the language's own implementation in Go judges them.</summary>
public sealed class CelRuleTests
{
    private const string Body = """
        {"foo":{"bar":"baz"},"status":"ok","count":3,"below":-1.5,"none":null,"a-b":1,"at":"2026-11-28T12:00:00Z",
         "items":[{"name":"a","up":true},{"name":"b","up":true,"kind":"x"}]}
        """;

    [Theory]
    [InlineData("body.foo.bar == 'baz'")]
    [InlineData("body.count == 3 && body.count > 2 && body.below < 0")]
    [InlineData("body.status in ['ok', \"green\"]")]
    [InlineData("body.status.startsWith('o') && body.status.endsWith('k')")]
    [InlineData("body.status.matches('^[[:alpha:]]+$') && matches(body.status, '(?i)OK')")]
    [InlineData("size(body.items) == 2 && body.items.size() == 2 && body.items[0].name == 'a'")]
    [InlineData("body.items.all(i, i.up) && body.items.exists_one(i, i.name == 'b')")]
    [InlineData("body.items.filter(i, i.name != 'a').map(i, i.name) == ['b']")]
    [InlineData("has(body.foo.bar) && !has(body.nope) && has(body.items[0].name) && !has(body.items.filter(i, i.up)[0].kind)")]
    [InlineData("!has(body.foo.nope)")]
    [InlineData("'foo' in body && body['a-b'] == 1 && body.none == null")]
    [InlineData("timestamp(body.at) > timestamp('2026-01-01T00:00:00Z')")]
    [InlineData("type(body.count) == double && type(body) == map")]
    [InlineData("body.count == 3 ? true : false")]
    [InlineData("body.nope == 1 || body.status == 'ok'")] // an error is made good by the other side
    [InlineData("body.items.exists(i, i.kind == 'x')")]
    [InlineData("!body.items.exists(i, i.name == 'c') && body.items.exists(i, body.items.exists(j, j.kind == 'x' && i.name == 'a'))")]
    [InlineData("body.items.exists(i, matches(i.name, '^b$')) == true")]
    [InlineData("!(body.nope == 1 && body.status == 'bad')")]
    public void Problem_ExpressionThatHolds_IsNone(string expression)
    {
        Ask(expression, Body).ShouldBeNull();
        Ask(expression, Body, mustHold: false).ShouldNotBeNull().ShouldContain("is true of the body");
    }

    [Theory]
    [InlineData("body.foo.bar == 'qux'", Body, "is not true of the body: body.foo.bar")]
    [InlineData("body.foo.bar", Body, "neither true nor false")]
    [InlineData("body.nope == 1", Body, "has no value for this body (Key out of range): body.nope")]
    [InlineData("body.foo == 1", "", "The body is not JSON.")]
    [InlineData("body.foo == 1", "<html>", "The body is not JSON.")]
    [InlineData("body.foo == 1", "[1]", "has no value")]
    [InlineData("1 / 0 > body.count", Body, "has no value")]
    [InlineData("!body.items.exists(i, i.nope == 1)", Body, "neither true nor false")]
    [InlineData("body.items.all(i, i.kind == 'x')", Body, "neither true nor false")]
    [InlineData("other == 1", Body, "has no value for this body (Undeclared reference to 'other'")]
    [InlineData("body.status.nope()", Body, "has no value")]
    public void Problem_ExpressionThatDoesNot_SaysWhy(string expression, string body, string problem) =>
        Ask(expression, body).ShouldNotBeNull().ShouldContain(problem);

    [Theory]
    [InlineData("body.foo ==")]
    [InlineData("body.in == 1")] // a word of the language
    [InlineData("")]
    [InlineData("body.foo == 'a' # b")]
    public void Add_WhatIsNoExpression_IsRefused(string expression) => Should.Throw<FormatException>(() => Ask(expression, Body));

    /// <summary>The text is a server's: a hundred letters take other engines years.</summary>
    [Fact]
    public void Problem_PatternThatGoesBack_EndsAtOnce() =>
        Ask("body.matches('^(a+)+$')", $"\"{new string('a', 100)}b\"").ShouldNotBeNull().ShouldContain("is not true");

    [Fact]
    public void Problem_LoopsWithinLoops_EndAfterASecond()
    {
        var body = $"[{string.Join(',', Enumerable.Repeat("1", 3000))}]";

        Ask("body.all(a, body.all(b, body.all(c, a == b && b == c)))", body).ShouldNotBeNull().ShouldContain("longer than 1 s");
    }

    private static string? Ask(string expression, string body, bool mustHold = true)
    {
        var rule = new CelRule();
        rule.Add(expression, mustHold);
        return rule.Problem(body, showsContent: true);
    }
}
