using System.Diagnostics;
using Load.Machine;

namespace Load.Tests.Machine;

public sealed class ProcessorPlanTests
{
    [Fact]
    public void TestedOf_OneSideAlone_GivesTheOtherAllAndNotWhatItWouldInherit()
    {
        var one = new Processors([0]);

        ProcessorShares.TestedOf(null).ShouldBeNull();
        ProcessorShares.TestedOf(new(Service: one, Generator: null)).ShouldBe(one);
        ProcessorShares.TestedOf(new(Service: null, Generator: one)).ShouldNotBeNull().Numbers.Count
            .ShouldBe(Environment.ProcessorCount);
    }

    [Fact]
    public void Confine_ProcessorThatIsNotThere_IsTold()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "taskset");
        using var self = Process.GetCurrentProcess();

        Should.Throw<LabException>(() => new Processors([9999]).Confine(self)).Message
            .ShouldStartWith("Processors 9999 cannot be had for one side alone (taskset): ");
    }

    [Theory]
    [InlineData("service=0 generator=1", "service=0 generator=1")]
    [InlineData("generator=3", "generator=3")]
    [InlineData("service=0-2,5 generator=3", "service=0,1,2,5 generator=3")]
    public void Parse_Sides_AreTheirProcessors(string given, string read) =>
        ProcessorPlan.Parse(given.Split(' '), count: 6).ToString().ShouldBe(read);

    [Theory]
    [InlineData("service=7", "--cpus: there is no processor 7; this machine has 0 to 1.")]
    [InlineData("service=0-2", "there is no processor 2")]
    [InlineData("server=0", "--cpus takes service=0 generator=1")]
    [InlineData("service", "--cpus takes")]
    [InlineData("service=", "--cpus takes")]
    [InlineData("service=x", "--cpus takes")]
    [InlineData("service=-1", "--cpus takes")]
    [InlineData("service=1-0", "--cpus takes")]
    [InlineData("service=0 service=1", "--cpus takes")]
    public void Parse_WhatTheMachineLacksOrNobodyKnows_IsTold(string given, string message) =>
        Should.Throw<LabException>(() => ProcessorPlan.Parse(given.Split(' '), count: 2)).Message.ShouldContain(message);
}
