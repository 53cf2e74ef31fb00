using Deque.AxeCore.Commons;

namespace Analyzer.Service.Page.Tests.Browsing;

/// <summary>axe-core, the accessibility rules that browsers' own tools use, over what a page shows.</summary>
internal static class AxeCheck
{
    private static readonly string s_axe = new BundledAxeScriptProvider().GetScript();

    public static async Task ShouldPassAxeAsync(this IPage page, string when)
    {
        await page.EvaluateAsync(s_axe).Within();
        var violations = await page.EvaluateAsync<string[]>(
            """
            async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
              .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`))
            """).Within();
        violations.ShouldBeEmpty(when);
    }
}
