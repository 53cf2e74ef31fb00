using System.Text.Json;

namespace Sigma.Engine.Tests;

/// <summary>Expressions in which a literal is hard to tell: an index that asks for a wrong one hides what matches.</summary>
public sealed class RegexTests
{
    [Theory]
    [InlineData(@"\\Temp[\\]x|mimikatz", "mimikatz")]
    [InlineData(@"foo[x[]y|bar", "bar")]
    [InlineData(@"foo(a[x[]|b)c|bar", "bar")]
    [InlineData(@"foo[a-z-[m]]y|bar", "bar")]
    [InlineData(@"foo[a-z-[m]]y|bar", "foom]y")]
    [InlineData(@"[\]abc]def", "]def")]
    [InlineData(@"[^\]abc]def", "xdef")]
    [InlineData("[]abc]def", "]def")]
    [InlineData("[^]abc]def", "xdef")]
    [InlineData(@"foo\040bar", "foo bar")]
    [InlineData(@"\101bcde", "Abcde")]
    [InlineData(@"foo\c[bar", "foo\u001bbar")]
    [InlineData(@"foo(x\c[)bar|baz", "baz")]
    [InlineData(@"(?<name>foo)\k'name'", "foofoo")]
    [InlineData(@"(?<name>foo)\<name>", "foo<name>")]
    [InlineData(@"(?<name>foo)\'name'", "foo'name'")]
    [InlineData("(?i)kelvin", "\u212Aelvin")]
    [InlineData("(?-s)(?i)kelvin", "\u212Aelvin")]
    [InlineData("fo{x[}]y}bar", "fo{x}y}bar")]
    [InlineData("foo{2,}bar", "foooobar")]
    [InlineData("foo{,2}bar", "foo{,2}bar")]
    [InlineData("foo|bar", "bar")]
    public void Fires_ExpressionThatMatches_IsNotHiddenByTheIndex(string expression, string value) =>
        Loaded.Fires($"s:\n  a|re: {JsonSerializer.Serialize(expression)}\ncondition: s", $"{{\"a\":{JsonSerializer.Serialize(value)}}}")
            .ShouldBeTrue();
}
